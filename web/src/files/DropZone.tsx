import { IconFileUpload } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { fileMessages as t } from '../messages/current.ts'
import classes from './DropZone.module.css'

const hasFiles = (data: DataTransfer | null) => data?.types.includes('Files') ?? false

export function DropZone({ choose }: { choose: (files: FileList) => void }) {
  const [isDraggingOver, setDraggingOver] = useState(false)
  const handleFiles = useEffectEvent(choose)

  useEffect(() => {
    let depth = 0 // each element under the pointer fires dragenter and dragleave
    const controller = new AbortController()
    const listen = <K extends keyof WindowEventMap>(name: K, listener: (event: WindowEventMap[K]) => void) =>
      addEventListener(name, listener, { signal: controller.signal })
    listen('dragenter', ({ dataTransfer }) => hasFiles(dataTransfer) && setDraggingOver(++depth > 0))
    listen('dragleave', ({ dataTransfer }) => hasFiles(dataTransfer) && setDraggingOver(--depth > 0))
    listen('dragover', event => hasFiles(event.dataTransfer) && event.preventDefault())
    listen('drop', event => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      depth = 0
      setDraggingOver(false)
      if (event.dataTransfer) handleFiles(event.dataTransfer.files)
    })
    listen('paste', ({ clipboardData }) => clipboardData && clipboardData.files.length > 0 && handleFiles(clipboardData.files))
    return () => controller.abort()
  }, [])

  if (!isDraggingOver) return null
  return (
    <div className={classes.zone}>
      <div>
        <IconFileUpload aria-hidden />
        {t.dropHere}
      </div>
    </div>
  )
}
