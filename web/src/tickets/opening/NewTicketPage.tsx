import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { companies } from '#contract/companies.ts'
import { id, line } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { mailIn } from '#contract/mail-in.ts'
import { type Area, paths } from '#contract/paths.ts'
import type { Output } from '#contract/route.ts'
import { ticketName } from '#contract/text/ticket-names.ts'
import { tickets } from '#contract/tickets.ts'
import { isId } from '../../browser/isId.ts'
import { AccountName } from '../../companies/AccountName.tsx'
import { hasStatus } from '../../data/api.ts'
import { lastingData, useRouteQuery } from '../../data/queries.ts'
import { useMe } from '../../identity/session/session.ts'
import { navigationMessages, ticketMessages as t } from '../../messages/current.ts'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { Notice } from '../../ui/layout/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { QueryBoundary } from '../../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import { MachineOfTicket } from './MachineOfTicket.tsx'
import { NewTicketOnBehalf } from './NewTicketOnBehalf.tsx'
import { newTicketDraftKey } from './newTicketDraft.ts'
import classes from './TicketForm.module.css'
import { TicketForm, ticketFields } from './TicketForm.tsx'

const NewTicketForm = z.object({
  ...ticketFields,
  continues: z.optional(id),
  callBack: z.optional(line(limits.phone)),
})

/** Both forms are in one file, so that pages without them do not load what they share. */
export default function NewTicketPage({ area, company = '' }: { area: Area; company?: string }) {
  const { mail } = useSearch({ strict: false })
  if (area !== 'account') return <NewTicketOnBehalf area={area} />
  return mail !== undefined && isId(mail) ? (
    <TicketOfMail company={company} received={mail} />
  ) : (
    <NewTicket company={company} />
  )
}

/** A new ticket with the text and files of a mail that became none. */
function TicketOfMail({ company, received }: { company: string; received: string }) {
  // Each request stores the files once more.
  const draft = useRouteQuery(
    mailIn.draft,
    { params: { company, received } },
    { staleTime: Number.POSITIVE_INFINITY, meta: lastingData },
  )
  return (
    <QueryBoundary
      query={draft}
      title={navigationMessages.newTicket}
      skeleton={<Skeleton lines={3} height={56} />}
    >
      {data => <NewTicket company={company} draft={data} draftName={received} />}
    </QueryBoundary>
  )
}

type NewTicketProps = {
  company: string
  draft?: Output<typeof mailIn.draft>
  /** Apart from the company's other unsent ticket. */
  draftName?: string
}

function NewTicket({ company, draft, draftName }: NewTicketProps) {
  const draftKey = newTicketDraftKey(useMe()._id, 'account', company, draftName)
  const { machine, continues = '' } = useSearch({ strict: false })
  const earlier = useRouteQuery(
    tickets.getOfAccount,
    { params: { company, ticket: continues } },
    { enabled: isId(continues) },
  )
  const isGone = hasStatus(earlier.error, 403) || hasStatus(earlier.error, 404)
  return (
    <Page
      title={navigationMessages.newTicket}
      about={
        <div className={classes.about}>
          {!draft && <AccountName company={company} />}
          <p>{t.newTicketAbout}</p>
        </div>
      }
      width="reading"
    >
      <TicketForm
        area="account"
        company={company}
        schema={NewTicketForm}
        draftKey={draftKey}
        initial={draft ? { title: draft.title, message: draft.message } : {}}
        given={machine ? { machine } : {}}
        extra={isId(continues) && !isGone ? { continues } : {}}
        filesOfMail={draft?.files ?? []}
        submit={t.openTicket}
      >
        {earlier.data && (
          <Notice tone="idle">
            <span>{`${t.continues}: `}</span>
            <Link to={paths.ticket('account', company, earlier.data._id)}>
              {ticketName(earlier.data)}
            </Link>
          </Notice>
        )}
        {draft && <CompanyChoice company={company} />}
        <MachineOfTicket
          area="account"
          company={company}
          empty={{ title: t.noMachines, hint: t.noMachinesHint }}
        />
      </TicketForm>
    </Page>
  )
}

/** For a mail, which names no account: where its author has several, each has its own machines. */
function CompanyChoice({ company }: { company: string }) {
  const navigate = useNavigate()
  const { data } = useRouteQuery(companies.accounts, {
    query: { page: '0', size: '100', sort: 'name' },
  })
  const accounts = data?.accounts ?? []
  if (accounts.length < 2) return null
  return (
    <SelectField
      name="company"
      label={t.companyOfTicket}
      value={company}
      options={accounts.map(({ _id, name }) => ({ value: _id, label: name }))}
      onChange={({ currentTarget: { value } }) =>
        void navigate({
          to: paths.newTicket('account', value),
          search: (search: object) => ({ ...search, machine: undefined }),
          replace: true,
        })
      }
    />
  )
}
