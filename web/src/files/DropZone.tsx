import { IconFileUpload } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import classes from './DropZone.module.css'
import { fileMessages as t } from './messages.ts'

const holdsFiles = (data: DataTransfer | null) => data?.types.includes('Files') ?? false

/** Takes files that are dropped anywhere on the page, or pasted into it. */
export function DropZone({ choose }: { choose: (files: FileList) => void }) {
  const [over, setOver] = useState(false)
  const take = useEffectEvent(choose)

  useEffect(() => {
    let depth = 0 // each element under the pointer says enter and leave
    const heard = new AbortController()
    const on = <K extends keyof WindowEventMap>(name: K, then: (event: WindowEventMap[K]) => void) =>
      addEventListener(name, then, { signal: heard.signal })
    on('dragenter', ({ dataTransfer }) => holdsFiles(dataTransfer) && setOver(++depth > 0))
    on('dragleave', ({ dataTransfer }) => holdsFiles(dataTransfer) && setOver(--depth > 0))
    on('dragover', event => holdsFiles(event.dataTransfer) && event.preventDefault())
    on('drop', event => {
      if (!holdsFiles(event.dataTransfer)) return
      event.preventDefault()
      depth = 0
      setOver(false)
      if (event.dataTransfer) take(event.dataTransfer.files)
    })
    on('paste', ({ clipboardData }) => clipboardData && clipboardData.files.length > 0 && take(clipboardData.files))
    return () => heard.abort()
  }, [])

  if (!over) return null
  return (
    <div className={classes.zone}>
      <div>
        <IconFileUpload aria-hidden />
        {t.dropHere}
      </div>
    </div>
  )
}
