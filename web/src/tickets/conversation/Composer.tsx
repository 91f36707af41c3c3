import { type Icon, IconInfoCircle, IconSend2, IconWifiOff } from '@tabler/icons-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useState,
} from 'react'
import { limits } from '#contract/limits.ts'
import { cleanText } from '#contract/text/controls.ts'
import { isSeen } from '#contract/text/turkish.ts'
import type { Ticket } from '#contract/tickets.ts'
import { useIsOnline } from '../../browser/useIsOnline.ts'
import { AttachButton } from '../../files/upload/AttachButton.tsx'
import { Attached } from '../../files/upload/Attached.tsx'
import { CameraButton } from '../../files/upload/CameraButton.tsx'
import { DropZone } from '../../files/upload/DropZone.tsx'
import type { Upload } from '../../files/upload/upload.ts'
import type { Attachments } from '../../files/upload/useAttachments.ts'
import { fileMessages, ticketMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import { RepliesButton } from '../replies/RepliesButton.tsx'
import { ReplyPicker } from '../replies/ReplyPicker.tsx'
import { Unfilled } from '../replies/Unfilled.tsx'
import { useReplyPicker } from '../replies/useReplyPicker.ts'
import { useUnfilled } from '../replies/useUnfilled.ts'
import classes from './Composer.module.css'

/** What a composer says of what it writes. */
export type ComposerWords = { label: string; send: string; sendHint: string; icon?: Icon }

/** What is done beside sending. */
export type SendWay = { close?: boolean; next?: boolean }

type Props = {
  field: RefObject<HTMLTextAreaElement | null>
  words: ComposerWords
  isNote?: boolean
  /** Whether the user has chosen it just now. */ takesFocus: boolean
  attachments: Attachments
  /** The placeholder. */ hint: string
  /** What the message does to its ticket. */ note?: string | undefined
  /** Its keys, as of `aria-keyshortcuts`. */ shortcuts: string
  text: string
  onWrite: (text: string) => void
  onSend: (text: string, uploads: readonly Upload[], way: SendWay) => void
  /** Whether a message can also close its ticket. */ canClose?: boolean
  /** Whether the next ticket can be opened after it. */ hasNext?: boolean
  /** More of the field; a key that is used is prevented. */ fieldProps?: ComponentProps<'textarea'>
  extraActions?: ReactNode
  /** Above the field. */ about?: ReactNode
  /** Of which saved replies tell; null for a customer, and for a note. */ ticket?: Ticket | null
}

/** The next message: the field grows with its text, and takes files by button, drop or paste. */
export function Composer({
  field,
  words,
  isNote,
  takesFocus,
  attachments,
  hint,
  note,
  shortcuts,
  text,
  onWrite,
  onSend,
  canClose = false,
  hasNext = false,
  fieldProps,
  extraActions,
  about,
  ticket = null,
}: Props) {
  const noteId = useId()
  const [isOpened, setOpened] = useState(takesFocus)
  const isOnline = useIsOnline()
  const replies = useReplyPicker(field, ticket)
  const unfilled = useUnfilled<SendWay>(field, ticket ? text : '')
  const message = cleanText(text).trim()
  const excess = message.length - limits.message
  const { uploads, isRefused, room } = attachments
  const hasContent = isSeen(message) || uploads.length > 0
  const canSend = hasContent && excess <= 0 && !isRefused && uploads.length <= room

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useLayoutEffect(() => {
    if (!field.current || CSS.supports('field-sizing', 'content')) return
    field.current.style.height = 'auto'
    field.current.style.height = `${field.current.scrollHeight}px`
  }, [text])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is shown
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [])

  function send(way: SendWay = {}, isAsMeant = false) {
    if (!canSend) return field.current?.focus()
    if (!isAsMeant && unfilled.stops(way)) return
    for (const upload of uploads) upload.retry() // after a failure: the network may be back
    onSend(message, uploads, way)
    attachments.release()
    onWrite('')
    field.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    fieldProps?.onKeyDown?.(event)
    if (event.defaultPrevented || replies.onKeyDown(event)) return
    if (event.key === 'Escape') event.currentTarget.blur() // for the keys of the page
    const { ctrlKey, metaKey, altKey, shiftKey } = event
    const sends = ctrlKey || metaKey
    const close = canClose && altKey && !sends // AltGr has both
    if (event.key !== 'Enter' || !(sends || close)) return
    event.preventDefault()
    send({ close, next: hasNext && shiftKey })
  }

  return (
    <form
      className={classes.composer}
      data-note={isNote || undefined}
      data-closed={(!isOpened && text === '' && uploads.length === 0) || undefined}
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      <DropZone choose={attachments.choose} />
      {note && (
        <p id={noteId} className={classes.note}>
          <IconInfoCircle aria-hidden />
          <span>{note}</span>
        </p>
      )}
      <div className={classes.status} role="status">
        {!isOnline && (
          <p className={classes.note}>
            <IconWifiOff aria-hidden />
            <span>{t.offlineNote}</span>
          </p>
        )}
      </div>
      {about}
      <ReplyPicker picker={replies} onAttach={attachments.restore} />
      <textarea
        {...fieldProps}
        {...replies.attributes}
        ref={field}
        className={classes.text}
        dir="auto"
        rows={1}
        aria-label={words.label}
        aria-describedby={
          [note && noteId, unfilled.left.length > 0 && unfilled.id].filter(Boolean).join(' ') ||
          undefined
        }
        aria-invalid={excess > 0 || unfilled.left.length > 0}
        aria-keyshortcuts={shortcuts}
        placeholder={hint}
        value={text}
        onChange={event => onWrite(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={() => setOpened(true)}
      />
      {excess > 0 && (
        <p className={classes.tooLong} role="alert">
          {t.tooLong(formatNumber(limits.message), formatNumber(excess))}
        </p>
      )}
      <Unfilled
        id={unfilled.id}
        left={unfilled.left}
        onSendAnyway={() => send(unfilled.way, true)}
      />
      <Attached attachments={attachments} />
      <div className={classes.tools}>
        <AttachButton choose={attachments.choose} small />
        <CameraButton choose={attachments.choose} />
        <RepliesButton picker={replies} />
        <span className={classes.fileLimit}>{fileMessages.upTo(room)}</span>
        {extraActions}
        <span className={classes.hint}>{words.sendHint}</span>
        <span className={classes.send}>
          <Button type="submit" aria-disabled={!canSend} icon={words.icon ?? IconSend2}>
            {words.send}
          </Button>
          {(canClose || hasNext) && <SendWays {...{ canClose, hasNext }} onChoose={send} />}
        </span>
      </div>
    </form>
  )
}

type SendWaysProps = { canClose: boolean; hasNext: boolean; onChoose: (way: SendWay) => void }

/** The menu beside the button: each choice sends. */
function SendWays({ canClose, hasNext, onChoose }: SendWaysProps) {
  const ways: { label: string; way: SendWay }[] = [
    ...(canClose ? [{ label: t.sendAndClose, way: { close: true } }] : []),
    ...(hasNext ? [{ label: t.sendNext, way: { next: true } }] : []),
    ...(canClose && hasNext ? [{ label: t.sendCloseNext, way: { close: true, next: true } }] : []),
  ]
  return (
    <Select
      acts
      className={classes.ways}
      aria-label={t.sendWays}
      value=""
      options={[
        { value: '', label: t.sendWays },
        ...ways.map(({ label }) => ({ value: label, label })),
      ]}
      onChange={({ target: { value } }) =>
        onChoose(ways.find(({ label }) => label === value)?.way ?? {})
      }
    />
  )
}
