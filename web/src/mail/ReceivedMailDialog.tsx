import { useState } from 'react'
import * as z from 'zod/mini'
import { companies } from '#contract/companies.ts'
import { id } from '#contract/fields.ts'
import { mailIn, type ReceivedMail } from '#contract/mail-in.ts'
import { useRouteMutation, useRouteQuery } from '../data/queries.ts'
import { companyMessages, receivedMessages as t } from '../messages/current.ts'
import { Button } from '../ui/controls/Button.tsx'
import { SearchField } from '../ui/controls/SearchField.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import type { DialogState } from '../ui/dialog/useDialog.ts'
import { Form } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { QueryBoundary } from '../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../ui/layout/Skeleton.tsx'
import { formatCount } from '../ui/text/format.ts'
import { LongText } from '../ui/text/LongText.tsx'
import { WrittenText } from '../ui/text/WrittenText.tsx'
import classes from './mails.module.css'

/** A mail that is held, or only seemed to be a program's, is
 * accepted here, as the user's or as its sender's. */
export const ReceivedMailDialog = ({
  dialog: { opened, subject: mail, close },
}: {
  dialog: DialogState<ReceivedMail>
}) => (
  <Dialog
    opened={opened}
    title={<WrittenText text={mail?.subject || t.noSubject} />}
    onClose={close}
  >
    {mail && <Content mail={mail} close={close} />}
  </Dialog>
)

function Content({ mail, close }: { mail: ReceivedMail; close: () => void }) {
  const params = { received: mail._id }
  const text = useRouteQuery(mailIn.text, { params }, { staleTime: Number.POSITIVE_INFINITY })
  const accept = useRouteMutation(mailIn.accept, ({ message }) => message)
  const [busy, setBusy] = useState(false)
  const isAcceptable = ['held', 'automatic', 'bounced'].includes(mail.state)

  async function acceptAs(as: 'user' | 'sender', company?: string) {
    setBusy(true)
    // the mutation cache announces failures
    await accept({ params, body: { as, ...(company && { company }) } }).then(close, () => {})
    setBusy(false)
  }

  return (
    <div className={classes.outcome}>
      <QueryBoundary query={text} skeleton={<Skeleton lines={3} height={20} />}>
        {({ text }) => <LongText>{text}</LongText>}
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
    </div>
  )
}

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
