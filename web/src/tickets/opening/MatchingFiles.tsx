import { useEffect, useRef, useState } from 'react'
import type { Area } from '#contract/paths.ts'
import { MachineFileLinks } from '../../machines/MachineFileLinks.tsx'
import { matchingFiles } from '../../machines/matchingFiles.ts'
import { useMachineFiles } from '../../machines/useMachineFiles.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import classes from './MatchingFiles.module.css'

/** In the form of a new ticket: the files of its machine whose names have its words. */
export function MatchingFiles({ area, company }: { area: Area; company: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [{ machine, text }, setTyped] = useState({ machine: '', text: '' })
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    const read = () => {
      const { machine = '', title = '', message = '' } = Object.fromEntries(new FormData(form))
      setTyped({ machine: String(machine), text: `${title} ${message}` })
    }
    form.addEventListener('input', read)
    return () => form.removeEventListener('input', read)
  }, [])
  const { data } = useMachineFiles(area, company, machine)
  const found = data ? matchingFiles([...data.machineFiles, ...data.customFiles], text) : []
  return (
    <div ref={place} aria-live="polite" hidden={found.length === 0}>
      <p className={classes.title}>{t.matchingFiles}</p>
      <MachineFileLinks files={found} />
    </div>
  )
}
