import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#contract/paths.ts'
import { useStore } from '../../browser/store.ts'
import { describeError } from '../../data/api.ts'
import { privateStore } from '../../data/privateStore.ts'
import { UploadChip } from '../../files/upload/UploadChip.tsx'
import { hasAttached, storeAttached } from '../../files/upload/useAttachments.ts'
import { useMe } from '../../identity/session/session.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { focusTitle } from '../../ui/layout/focusTitle.ts'
import { isolate } from '../../ui/text/isolate.ts'
import { openingSender } from '../outbox/openingSender.ts'
import { openOutboxes } from '../outbox/openOutboxes.ts'
import {
  lostFiles,
  type NewTicket,
  newTicketKeyOf,
  type Outbox,
  type Outgoing,
  openOutbox,
  useIsWaiting,
} from '../outbox/outbox.ts'
import { newTicketDraftKey, readDraft } from './newTicketDraft.ts'
import classes from './UnopenedTickets.module.css'

/** The tickets and messages that the user has written and the server does not have yet. */
export default function UnopenedTickets() {
  const user = useMe()._id
  const outbox = openOutbox(newTicketKeyOf(user))
  const messages = useStore(outbox.messages)
  const [conversations] = useState(() => openOutboxes(user))
  return (
    <>
      {messages.length > 0 && (
        <ul className={classes.tickets} aria-label={t.unopened}>
          {messages.map(
            message =>
              message.ticket && (
                <Unopened
                  key={message.key}
                  message={message}
                  ticket={message.ticket}
                  outbox={outbox}
                />
              ),
          )}
        </ul>
      )}
      {conversations.map(({ key, ...each }) => (
        <Messages key={key} {...each} />
      ))}
    </>
  )
}

const Messages = ({ outbox, ticket }: Pick<Outboxes[number], 'outbox' | 'ticket'>) =>
  useStore(outbox.messages).map(message => (
    <WaitingMessage key={message.key} message={message} ticket={ticket} />
  ))

type Outboxes = ReturnType<typeof openOutboxes>

function WaitingMessage({ message, ticket }: { message: Outgoing; ticket: string }) {
  const { at, text, files } = message
  if (!useIsWaiting(message) || !at) return null
  return (
    <p className={classes.reply}>
      <span dir="auto">{text || files.map(({ name }) => name).join(', ')}</span>
      <Link to={paths.ticket(at.area, at.company, ticket)}>{t.messageWaits}</Link>
    </p>
  )
}

type Props = { message: Outgoing; ticket: NewTicket; outbox: Outbox }

function Unopened({ message, ticket, outbox }: Props) {
  const navigate = useNavigate()
  const { area, company, title, ...fields } = ticket
  const { text, files, state, error } = message
  const lost = lostFiles(message)
  const isWaiting = useIsWaiting(message)
  const isRefused = state === 'failed' && !isWaiting
  const isSending = state === 'sending' && !isWaiting
  const draftKey = newTicketDraftKey(useMe()._id, area, company)
  const canEdit = Object.keys(readDraft(draftKey)).length === 0 && !hasAttached(draftKey)

  async function edit() {
    const wantsCallBack = fields.callBack ? { wantsCallBack: 'on' } : {}
    privateStore.write(draftKey, { ...fields, ...wantsCallBack, company, title, message: text })
    storeAttached(draftKey, files)
    outbox.withdraw(message)
    await navigate({
      to: paths.newTicket(area, company),
      ...(fields.continues && { search: { continues: fields.continues } }),
    })
  }

  function discard() {
    outbox.withdraw(message)
    for (const { upload } of files) upload?.cancel()
    focusTitle() // the button disappears
  }

  return (
    <li className={classes.ticket} data-refused={isRefused || undefined}>
      <strong dir="auto">{title}</strong>
      <span className={classes.state} role={isRefused ? 'alert' : 'status'}>
        {isRefused
          ? `${t.notSent} ${lost.length > 0 ? t.fileLost(lost.map(isolate).join(', ')) : error ? describeError(error) : ''}`
          : isSending
            ? t.sendingMessage
            : t.ticketWaits}
      </span>
      {files.length > 0 && (
        <ul className={classes.files}>
          {files.map(
            ({ upload }) =>
              upload && (
                <li key={upload.key}>
                  <UploadChip
                    upload={upload}
                    // once the server may have the ticket, it refuses another one of the same key
                    {...(upload.id === undefined && {
                      onRemove: () => void outbox.removeFile(message, upload, openingSender()),
                    })}
                  />
                </li>
              ),
          )}
        </ul>
      )}
      <div className={classes.buttons} hidden={message.isPosted}>
        {isRefused && lost.length === 0 && (
          <Button small variant="plain" onClick={() => void outbox.retry(message, openingSender())}>
            {t.resend}
          </Button>
        )}
        {canEdit ? (
          <Button small variant="plain" onClick={() => void edit()}>
            {t.edit}
          </Button>
        ) : (
          <CopyButton text={text} />
        )}
        <Button small variant="plain" onClick={discard}>
          {t.discard}
        </Button>
      </div>
    </li>
  )
}
