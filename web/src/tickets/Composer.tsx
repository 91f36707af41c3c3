import { IconSend2 } from '@tabler/icons-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { limits } from '#contract/fields.ts'
import { AttachButton } from '../files/AttachButton.tsx'
import { Attached } from '../files/Attached.tsx'
import { DropZone } from '../files/DropZone.tsx'
import { fileMessages } from '../files/messages.ts'
import type { Upload } from '../files/upload.ts'
import { useAttachment } from '../files/useAttachment.ts'
import { Button } from '../ui/controls/Button.tsx'
import { number } from '../ui/text/format.ts'
import classes from './Composer.module.css'
import { ticketMessages as t } from './messages.ts'

type Props = {
  /** Whose message it is, and on which ticket. */ place: string
  /** What the empty field says. */ hint: string
  text: string
  write: (text: string) => void
  onSend: (text: string, upload: Upload | null) => void
}

/** Where the next message is written: it grows with the text, and takes a file by button, drop or paste. */
export function Composer({ place, hint, text, write, onSend }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const attachment = useAttachment(place)
  const over = text.trim().length - limits.message
  const ready = text.trim() !== '' && over <= 0 && !attachment.refused

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what it grows with
  useLayoutEffect(() => {
    if (!field.current) return
    field.current.style.height = 'auto'
    field.current.style.height = `${field.current.scrollHeight}px`
  }, [text])

  function send() {
    if (!ready) return field.current?.focus()
    attachment.upload?.retry() // if it has failed: the network may be back
    onSend(text.trim(), attachment.upload)
    attachment.release()
    write('')
    field.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }

  return (
    <form
      className={classes.composer}
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      <DropZone choose={attachment.choose} />
      <textarea
        ref={field}
        className={classes.text}
        rows={1}
        aria-label={t.write}
        aria-invalid={over > 0}
        aria-keyshortcuts="Control+Enter"
        placeholder={hint}
        value={text}
        onChange={event => write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {over > 0 && (
        <p className={classes.over} role="alert">
          {t.tooLong(number(limits.message), number(over))}
        </p>
      )}
      <Attached attachment={attachment} />
      <div className={classes.tools}>
        <AttachButton choose={attachment.choose} small />
        <span className={classes.one}>{fileMessages.oneFile}</span>
        <span className={classes.hint}>{t.sendHint}</span>
        <Button type="submit" aria-disabled={!ready} icon={<IconSend2 aria-hidden />}>
          {t.send}
        </Button>
      </div>
    </form>
  )
}
