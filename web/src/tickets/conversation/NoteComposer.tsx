import { IconAt, IconLock } from '@tabler/icons-react'
import { type RefObject, useId, useRef } from 'react'
import { tickets } from '#contract/tickets.ts'
import { useRouteQuery } from '../../data/queries.ts'
import type { Upload } from '../../files/upload/upload.ts'
import { useMe } from '../../identity/session/session.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { isolate } from '../../ui/text/isolate.ts'
import { mentionedIn } from '../timeline/mentions.ts'
import { Composer } from './Composer.tsx'
import classes from './NoteComposer.module.css'
import { useMentions } from './useMentions.ts'
import type { Writing } from './useWriting.ts'

type Props = { writing: Writing; takesFocus: boolean }

/** Writes a note between colleagues, who are mentioned with `@`. */
export function NoteComposer({
  writing: { text, setText, attachments, outbox },
  takesFocus,
}: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { _id: me } = useMe()
  const { data, error } = useRouteQuery(tickets.assignees)
  const colleagues = data?.assignees.filter(({ _id }) => _id !== me) ?? []
  const listId = useId()
  const mentions = useMentions(field, { text, onWrite: setText, colleagues, listId })
  const mentioned = mentionedIn(text, colleagues)
  const save = (note: string, uploads: readonly Upload[]) =>
    void outbox.enqueue(note, uploads, {
      mentions: mentionedIn(note, colleagues).map(({ _id }) => _id),
    })
  return (
    <Composer
      field={field}
      words={{ label: t.writeNote, send: t.saveNote, sendHint: t.saveNoteHint, icon: IconLock }}
      isNote
      takesFocus={takesFocus}
      attachments={attachments}
      hint={t.mentionHint}
      note={t.noteStaysInside}
      shortcuts="Control+Enter"
      text={text}
      onWrite={setText}
      onSend={save}
      fieldProps={mentions.fieldProps}
      extraActions={<IconButton icon={IconAt} label={t.mention} onClick={mentions.begin} />}
      about={
        <>
          <Suggestions id={listId} {...mentions} field={field} />
          {text.includes('@') && (
            <p className={classes.notified} role="status">
              {mentioned.length > 0
                ? t.notified(mentioned.map(({ name }) => isolate(name)).join(', '))
                : error && t.noColleagues}
            </p>
          )}
        </>
      }
    />
  )
}

type SuggestionsProps = Pick<ReturnType<typeof useMentions>, 'names' | 'active' | 'choose'> & {
  id: string
  field: RefObject<HTMLTextAreaElement | null>
}

/** Its keys are those of the field, which keeps the focus. */
const Suggestions = ({ id, names, active, choose }: SuggestionsProps) => (
  <>
    <span className="sr-only" role="status">
      {names.length > 0 && t.colleaguesFound(names.length)}
    </span>
    {names.length > 0 && (
      <div id={id} className={classes.names} role="listbox" aria-label={t.colleagues}>
        {names.map((name, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
          <div
            key={name}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onMouseDown={event => event.preventDefault()}
            onClick={() => choose(name)}
          >
            <bdi>{name}</bdi>
          </div>
        ))}
      </div>
    )}
  </>
)
