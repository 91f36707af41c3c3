import { useNavigate } from '@tanstack/react-router'
import { paths } from '#contract/paths.ts'
import { useStore } from '../../browser/store.ts'
import { describeError } from '../../data/api.ts'
import { privateStore } from '../../data/privateStore.ts'
import { UploadChip } from '../../files/upload/UploadChip.tsx'
import {
  type AttachedUpload,
  hasAttached,
  storeAttached,
} from '../../files/upload/useAttachments.ts'
import { useMe } from '../../identity/session/session.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { focusTitle } from '../../ui/layout/focusTitle.ts'
import { isolate } from '../../ui/text/isolate.ts'
import { openingSender } from '../outbox/openingSender.ts'
import {
  isWaiting,
  lostFiles,
  type NewTicket,
  newTicketKeyOf,
  type Outbox,
  type Outgoing,
  openOutbox,
} from '../outbox/outbox.ts'
import { newTicketDraftKey, readDraft } from './newTicketDraft.ts'
import classes from './UnopenedTickets.module.css'

/** The tickets that the user has written and the server does not have yet. */
export default function UnopenedTickets() {
  const outbox = openOutbox(newTicketKeyOf(useMe()._id))
  const messages = useStore(outbox.messages)
  return (
    messages.length > 0 && (
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
    )
  )
}

type Props = { message: Outgoing; ticket: NewTicket; outbox: Outbox }

function Unopened({ message, ticket, outbox }: Props) {
  const navigate = useNavigate()
  const { area, company, title, ...fields } = ticket
  const { text, files, state, error } = message
  const lost = lostFiles(message)
  const isRefused = state === 'failed' && !isWaiting(message)
  const isSending = state === 'sending' && !isWaiting(message)
  const draftKey = newTicketDraftKey(useMe()._id, area, company)
  const canEdit = Object.keys(readDraft(draftKey)).length === 0 && !hasAttached(draftKey)

  async function edit(kept: AttachedUpload[] = files) {
    const wantsCallBack = fields.callBack ? { wantsCallBack: 'on' } : {}
    privateStore.write(draftKey, { ...fields, ...wantsCallBack, company, title, message: text })
    storeAttached(draftKey, kept)
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
                    {...(canEdit &&
                      !message.isPosted && {
                        onRemove() {
                          upload.cancel()
                          void edit(files.filter(file => file.upload !== upload))
                        },
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
