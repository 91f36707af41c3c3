import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import type { File } from '#contract/files.ts'
import { fileMessages as t } from '../messages/current.ts'
import { IconButton, IconLink } from '../ui/controls/IconButton.tsx'
import { LargePicture } from './LargePicture.tsx'
import { useStableLinks } from './useStableLinks.ts'

export function PreviewButton({ file: { fileName, fileType, previewURL } }: { file: File }) {
  const [isEnlarged, setEnlarged] = useState(false)
  const src = useStableLinks(previewURL)
  if (!src) return null
  if (!fileType.startsWith('image/'))
    return (
      <IconLink
        icon={IconEye}
        label={t.previewOf(fileName)}
        href={src}
        target="_blank"
        rel="noopener noreferrer"
      />
    )
  return (
    <>
      <IconButton icon={IconEye} label={t.enlarge(fileName)} onClick={() => setEnlarged(true)} />
      <LargePicture
        name={fileName}
        src={src}
        opened={isEnlarged}
        onClose={() => setEnlarged(false)}
      />
    </>
  )
}
