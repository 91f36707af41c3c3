import { IconFileUpload } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toast } from '../../data/toasts.ts'
import { fileMessages as t } from '../../messages/current.ts'
import classes from './DropZone.module.css'
import { filesOfPaste } from './filesOfPaste.ts'

const hasFiles = (data: DataTransfer | null): data is DataTransfer =>
  data?.types.includes('Files') ?? false

/** Takes files that are dropped on the page, and those that
 * are pasted while its parent element has the focus. */
export function DropZone({ choose }: { choose: (files: File[]) => void }) {
  const [isDraggingOver, setDraggingOver] = useState(false)
  const zone = useRef<HTMLDivElement>(null)
  const handleFiles = useEffectEvent(choose)

  useEffect(() => {
    let depth = 0 // each element under the pointer fires dragenter and dragleave
    let isOwnDrag = false // a picture of this page is dragged as a file
    const takesDrop = () => !isOwnDrag && !document.querySelector('dialog:modal')
    const controller = new AbortController()
    const listen = <K extends keyof WindowEventMap>(
      name: K,
      listener: (event: WindowEventMap[K]) => void,
    ) => addEventListener(name, listener, { signal: controller.signal })
    listen('dragstart', () => {
      isOwnDrag = true
    })
    listen('dragend', () => {
      isOwnDrag = false
    })
    listen(
      'dragenter',
      ({ dataTransfer }) => hasFiles(dataTransfer) && setDraggingOver(++depth > 0 && takesDrop()),
    )
    listen(
      'dragleave',
      ({ dataTransfer }) => hasFiles(dataTransfer) && setDraggingOver(--depth > 0 && takesDrop()),
    )
    listen('dragover', event => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = takesDrop() ? 'copy' : 'none'
    })
    listen('drop', event => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      depth = 0
      setDraggingOver(false)
      if (!takesDrop()) return
      const files = [...event.dataTransfer.files]
      if (files.length > 0) handleFiles(files)
      else toast.error(t.unreadable) // an attachment of a mail program that hands over none
    })
    listen('paste', event => {
      const focused = document.activeElement
      if (!event.clipboardData || !focused || !zone.current?.parentElement?.contains(focused))
        return
      const text = event.clipboardData.getData('text/plain')
      const files = filesOfPaste({ files: [...event.clipboardData.files], text })
      if (files.length === 0) return
      event.preventDefault()
      handleFiles(files)
    })
    return () => controller.abort()
  }, [])

  return (
    <div ref={zone} className={classes.zone} hidden={!isDraggingOver}>
      <div>
        <IconFileUpload aria-hidden />
        <span>{t.dropHere}</span>
      </div>
    </div>
  )
}
