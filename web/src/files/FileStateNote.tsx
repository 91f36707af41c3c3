import {
  IconCloudOff,
  IconCloudUpload,
  IconShieldQuestion,
  IconShieldSearch,
  IconShieldX,
} from '@tabler/icons-react'
import type { File } from '#contract/files.ts'
import { fileMessages as t } from '../messages/current.ts'
import classes from './FileStateNote.module.css'

const icons = {
  uploading: IconCloudUpload,
  cancelled: IconCloudOff,
  checking: IconShieldSearch,
  oversize: IconShieldQuestion,
  infected: IconShieldX,
}

export function FileStateNote({
  file: { state, infection },
}: {
  file: Pick<File, 'state' | 'infection'>
}) {
  if (state === 'ready') return null
  const Icon = icons[state]
  return (
    <span className={classes.note} data-state={state}>
      <Icon aria-hidden />
      <span>{state === 'infected' ? t.infected(infection ?? '') : t[state]}</span>
    </span>
  )
}
