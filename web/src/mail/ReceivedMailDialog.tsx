import { IconEyeCheck, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { companies } from '#contract/companies.ts'
import { id } from '#contract/fields.ts'
import { acceptanceProblem, mailIn, type ReceivedMail } from '#contract/mail-in.ts'
import { isSeen } from '#contract/text/turkish.ts'
import { useRouteMutation, useRouteQuery } from '../data/queries.ts'
import { companyMessages, receivedMessages as t } from '../messages/current.ts'
import { Button } from '../ui/controls/Button.tsx'
import { SearchField } from '../ui/controls/SearchField.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import type { DialogState } from '../ui/dialog/useDialog.ts'
import { Form } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { Fact, Facts } from '../ui/layout/Facts.tsx'
import { QueryBoundary } from '../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../ui/layout/Skeleton.tsx'
import { formatCount } from '../ui/text/format.ts'
import { LongText } from '../ui/text/LongText.tsx'
import { When } from '../ui/text/When.tsx'
import { WrittenText } from '../ui/text/WrittenText.tsx'
import classes from './mails.module.css'
import { isWaitingForTeam, State, TicketOf } from './ReceivedMailCells.tsx'

type Props = { dialog: DialogState<ReceivedMail>; onDiscard: (mail: ReceivedMail) => void }

/** A received mail, and what can be done with it: one that is held, or only seemed
 * to be a program's, is accepted here, as the user's or as its sender's. */
export const ReceivedMailDialog = ({
  dialog: { opened, subject: mail, close },
  onDiscard,
}: Props) => (
  <Dialog
    opened={opened}
    title={<WrittenText text={mail?.subject || t.noSubject} />}
    onClose={close}
  >
    {mail && <Content mail={mail} close={close} onDiscard={onDiscard} />}
  </Dialog>
)

type ContentProps = Pick<Props, 'onDiscard'> & { mail: ReceivedMail; close: () => void }

function Content({ mail, close, onDiscard }: ContentProps) {
  const params = { received: mail._id }
  const text = useRouteQuery(mailIn.text, { params }, { staleTime: Number.POSITIVE_INFINITY })
  const accept = useRouteMutation(mailIn.accept, ({ message }) => message)
  const [busy, setBusy] = useState(false)
  const see = useRouteMutation(mailIn.see, ({ message }) => message)
  const retry = useRouteMutation(mailIn.retry, ({ message }) => message)
  const isAcceptable = acceptanceProblem(mail) === null

  async function closeAfter(change: Promise<unknown>) {
    setBusy(true)
    await change.then(close, () => {}) // the mutation cache announces failures
    setBusy(false)
  }

  const acceptAs = (as: 'user' | 'sender', company?: string) =>
    closeAfter(accept({ params, body: { as, ...(company && { company }) } }))

  return (
    <div className={classes.outcome}>
      <MailFacts mail={mail} />
      <QueryBoundary query={text} skeleton={<Skeleton lines={3} height={20} />}>
        {({ text }) =>
          isSeen(text) ? <LongText>{text}</LongText> : <p className={classes.more}>{t.noText}</p>
        }
      </QueryBoundary>
      {isAcceptable && mail.user && (
        <div className={classes.accept}>
          <p>
            <WrittenText
              text={(mail.ticket ? t.acceptAbout : t.acceptNewAbout)(
                mail.sender || t.unknownSender,
              )}
            />
          </p>
          <Button busy={busy} onClick={() => void acceptAs('user')}>
            {t.acceptAsUser(mail.userName ?? '')}
          </Button>
          {mail.ticket && mail.sender && mail.sender !== mail.userEmail && (
            <Button variant="plain" busy={busy} onClick={() => void acceptAs('sender')}>
              {t.acceptAsSender}
            </Button>
          )}
        </div>
      )}
      {isAcceptable && !mail.user && mail.sender && (
        <InviteForm sender={mail.sender} onInvite={company => acceptAs('sender', company)} />
      )}
      {(mail.isOpen || isWaitingForTeam(mail)) && (
        <div className={classes.actions}>
          {mail.isOpen && (
            <Button
              variant="plain"
              icon={IconEyeCheck}
              busy={busy}
              onClick={() => void closeAfter(see({ params }))}
            >
              {t.see}
            </Button>
          )}
          {isWaitingForTeam(mail) && (
            <>
              <Button
                variant="plain"
                icon={IconRefresh}
                busy={busy}
                onClick={() => void closeAfter(retry({ params }))}
              >
                {t.retry}
              </Button>
              <Button
                variant="plain"
                icon={IconTrash}
                onClick={() => {
                  close()
                  onDiscard(mail)
                }}
              >
                {t.discard}
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  )
}

const MailFacts = ({ mail }: { mail: ReceivedMail }) => (
  <Facts label={t.mail}>
    <Fact name={t.sender}>
      <WrittenText
        text={
          mail.senderName ? `${mail.senderName} <${mail.sender}>` : mail.sender || t.unknownSender
        }
      />
    </Fact>
    <Fact name={t.recipient}>
      <WrittenText text={mail.recipient ?? t.replyAddressOf(mail.userName)} />
    </Fact>
    <Fact name={t.dateReceived}>
      <When instant={mail.dateReceived} />
    </Fact>
    <Fact name={t.state}>
      <State mail={mail} />
    </Fact>
    {mail.ticket && (
      <Fact name={t.ticket}>
        <TicketOf mail={mail} />
      </Fact>
    )}
  </Facts>
)

function InviteForm({
  sender,
  onInvite,
}: {
  sender: string
  onInvite: (company: string) => Promise<unknown>
}) {
  const [search, setSearch] = useState('')
  const query = useRouteQuery(companies.list, {
    query: { size: '100', page: '0', sort: 'name', ...(search && { search }) },
  })
  return (
    <div className={classes.invite}>
      <p>
        <WrittenText text={t.acceptNewAbout(sender)} />
      </p>
      <SearchField
        value={search}
        searched="companies"
        count={query.data ? formatCount(query.data) : ''}
        onSearch={setSearch}
      />
      <QueryBoundary query={query} skeleton={<Skeleton lines={1} height={60} />}>
        {({ companies }) => (
          <Form
            schema={Invited}
            submit={t.acceptAndInvite}
            onSubmit={({ company }) => onInvite(company)}
          >
            <SelectField
              name="company"
              label={companyMessages.company}
              options={[
                { value: '', label: t.chooseCompany },
                ...companies.map(({ _id, name }) => ({ value: _id, label: name })),
              ]}
              required
            />
          </Form>
        )}
      </QueryBoundary>
    </div>
  )
}

const Invited = z.object({ company: id })
