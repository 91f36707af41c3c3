import { IconPaperclip, IconUsersGroup } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { paths } from '#contract/paths.ts'
import { savedReplies } from '#contract/saved-replies.ts'
import type { Language } from '#contract/text/messages.ts'
import { fillPlaceholders } from '#contract/text/placeholders.ts'
import { ticketNumber } from '#contract/text/ticket-names.ts'
import { withSingleBlanks } from '#contract/text/turkish.ts'
import type { Ticket } from '#contract/tickets.ts'
import { useRouteQuery } from '../../data/queries.ts'
import { FileStateNote } from '../../files/FileStateNote.tsx'
import type { Upload } from '../../files/upload/upload.ts'
import { language as ownLanguage, replyMessages as t } from '../../messages/current.ts'
import { Choice } from '../../ui/controls/Choice.tsx'
import { QueryBoundary } from '../../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import type { HandleKey } from './handleKey.ts'
import classes from './ReplyList.module.css'
import { matchReplies, textOfReply } from './replyQuery.ts'
import { uploadsOfReply } from './replyUpload.ts'

type Props = {
  id: string
  ticket: Ticket
  query: string
  handleKey: RefObject<HandleKey>
  onActive: (option: string | undefined) => void
  /** What a screen reader says of the list. */
  onAnnounce: (text: string) => void
  onChoose: (text: string, uploads: Upload[]) => void
  onClose: () => void
  /** Returns the focus to the message; the list stays open. */
  onLeave: () => void
}

const maxShown = 50

/** Saved replies that match, each as it would be inserted. Keys come from the message. */
export default function ReplyList(props: Props) {
  const [language, setLanguage] = useState<Language>(props.ticket.language ?? ownLanguage)
  const query = useRouteQuery(savedReplies.list)
  const { onClose, onLeave } = props
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape works on what is in it
    <div
      className={classes.content}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onLeave()
        onClose()
      }}
    >
      <div className={classes.head}>
        <Choice
          label={t.language}
          value={language}
          options={[
            ['tr', t.text.tr],
            ['en', t.text.en],
          ]}
          onChange={next => {
            setLanguage(next)
            onLeave()
          }}
        />
        <Link to={paths.savedReplies} className={classes.manage} aria-label={t.manageAll}>
          {t.manage}
        </Link>
      </div>
      <QueryBoundary query={query} skeleton={<Skeleton lines={3} height={44} />}>
        {({ replies }) => <Options {...props} language={language} all={replies} />}
      </QueryBoundary>
    </div>
  )
}

type OptionsProps = Props & {
  language: Language
  all: Parameters<typeof matchReplies>[0]
}

function Options({
  id,
  ticket,
  query,
  language,
  all,
  handleKey,
  onActive,
  onAnnounce,
  onChoose,
  onClose,
}: OptionsProps) {
  const found = matchReplies(all, query)
  const shown = found.slice(0, maxShown).map(reply => {
    const { text, language: textLanguage } = textOfReply(reply, language)
    const values = {
      name: ticket.createdByName,
      machine: ticket.machineName,
      serial: ticket.serialNumber,
      ticket: ticketNumber(ticket.number),
    }
    return { ...reply, text: fillPlaceholders(text, values), textLanguage }
  })
  // The first one again whenever the query changes.
  const [{ position, of }, setPosition] = useState({ position: 0, of: query })
  const active = of === query ? Math.min(position, Math.max(0, shown.length - 1)) : 0
  const move = (to: number) => setPosition({ position: to, of: query })
  const activeId = shown[active] && `${id}-${shown[active]._id}`
  const list = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    handleKey.current = event => {
      const { key, altKey, ctrlKey, metaKey, shiftKey } = event
      if (altKey || ctrlKey || metaKey || shiftKey) return false
      const chosen = shown[active]
      if (key === 'Escape') onClose()
      else if (!chosen) return false
      else if (key === 'ArrowDown') move((active + 1) % shown.length)
      else if (key === 'ArrowUp') move((active + shown.length - 1) % shown.length)
      else if (key === 'Enter' || key === 'Tab') onChoose(chosen.text, uploadsOfReply(chosen.files))
      else return false
      event.preventDefault()
      event.stopPropagation()
      return true
    }
  })
  useEffect(() => onActive(activeId), [activeId, onActive])
  const summary =
    found.length > 0
      ? t.found(formatNumber(found.length))
      : all.length > 0
        ? t.noMatch(query)
        : t.none
  useEffect(() => onAnnounce(summary), [summary, onAnnounce])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each active option
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  return (
    <>
      <div ref={list} id={id} role="listbox" aria-label={t.list} className={classes.options}>
        {shown.map(({ _id, shortcode, isOfTeam, text, textLanguage, files }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys come from the message
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <div
            key={_id}
            id={`${id}-${_id}`}
            role="option"
            aria-selected={index === active}
            className={classes.option}
            onMouseMove={() => index !== active && move(index)}
            onClick={() => onChoose(text, uploadsOfReply(files))}
          >
            <span className={classes.name}>
              <bdi className={classes.shortcode}>{`/${shortcode}`}</bdi>
              {isOfTeam && (
                <span className={classes.mark}>
                  <IconUsersGroup aria-hidden />
                  <span>{t.ofTeamMark}</span>
                </span>
              )}
              {textLanguage !== language && (
                <span className={classes.mark}>{t.onlyIn(textLanguage)}</span>
              )}
            </span>
            {files.map(file => (
              <span key={file._id} className={classes.mark}>
                <IconPaperclip aria-hidden />
                <bdi className={classes.fileName}>{file.fileName}</bdi>
                <FileStateNote file={file} />
              </span>
            ))}
            <span className={classes.text} lang={textLanguage} dir="auto">
              {withSingleBlanks(text)}
            </span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={classes.none}>{summary}</p>}
      {all.length === 0 && <p className={classes.none}>{t.noneHint}</p>}
      {found.length > maxShown && (
        <p className={classes.none}>{t.more(formatNumber(found.length - maxShown))}</p>
      )}
      <p className={classes.hint}>{t.listHint}</p>
    </>
  )
}
