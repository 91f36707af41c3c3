import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Area, paths } from '#contract/paths.ts'
import { type Ticket, type TicketContext, tickets } from '#contract/tickets.ts'
import { useRouteQuery } from '../../data/queries.ts'
import { MachineFileLinks } from '../../machines/MachineFileLinks.tsx'
import { useMachineFiles } from '../../machines/useMachineFiles.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { TicketLinks } from '../../navigation/TicketLinks.tsx'
import { MailLink, PhoneLinks } from '../../ui/controls/ContactLink.tsx'
import { LoadError } from '../../ui/layout/LoadError.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import { CorrectButton } from '../correction/CorrectButton.tsx'
import { MergeButton } from '../correction/MergeButton.tsx'
import classes from './BesideTicket.module.css'

type Props = { ticket: Ticket; area: Area }

const shown = 5

/** What a reply may need beside the conversation: how to reach the
 * requester, and what else there is about the machine and the company. */
export default function BesideTicket({ ticket, area }: Props) {
  return (
    <div className={classes.sections}>
      {area === 'account' ? (
        <FilesOfMachine ticket={ticket} area={area} />
      ) : (
        <>
          {!ticket.mergedInto && <CorrectButton ticket={ticket} />}
          <ContextOfTeam ticket={ticket} area={area} />
        </>
      )}
    </div>
  )
}

function ContextOfTeam({ ticket, area }: Props) {
  const { data, error, refetch } = useRouteQuery(tickets.context, {
    params: { ticket: ticket._id },
  })
  if (!data)
    return error ? <LoadError error={error} retry={refetch} /> : <Skeleton lines={3} height={40} />
  const { requester, ofMachine, ofCompany } = data
  const { company } = ticket
  return (
    <>
      <Section title={t.requester}>
        <Contacts requester={requester} />
      </Section>
      {ofMachine.length > 0 && (
        <Section title={t.othersOfMachine}>
          <TicketLinks tickets={ofMachine.slice(0, shown)} company={company} area={area} />
          {ofMachine.length > shown && (
            <details className={classes.more}>
              <summary>{t.showMore(ofMachine.length - shown)}</summary>
              <TicketLinks tickets={ofMachine.slice(shown)} company={company} area={area} />
            </details>
          )}
        </Section>
      )}
      <FilesOfMachine ticket={ticket} area={area} />
      {ofCompany.length > 0 && (
        <Section title={t.othersOfCompany}>
          <TicketLinks
            tickets={ofCompany.slice(0, shown)}
            company={company}
            area={area}
            withMachine
          />
          {ofCompany.length > shown && (
            <Link to={paths.tickets(area, company)}>{t.allOfCompany}</Link>
          )}
          {ticket.status !== 'archived' && <MergeButton ticket={ticket} area={area} />}
        </Section>
      )}
    </>
  )
}

function Contacts({ requester }: Pick<TicketContext, 'requester'>) {
  if (!requester) return <p className={classes.hint}>{t.requesterLeft}</p>
  const { name, email, phone, department, position } = requester
  return (
    <ul className={classes.contacts}>
      <li>
        <bdi>{name}</bdi>
        <span className={classes.hint}>{[department, position].filter(Boolean).join(' · ')}</span>
      </li>
      {phone && (
        <li>
          <PhoneLinks text={phone} />
        </li>
      )}
      {email && (
        <li>
          <MailLink address={email} />
        </li>
      )}
    </ul>
  )
}

function FilesOfMachine({ ticket: { company, machine }, area }: Props) {
  const { data } = useMachineFiles(area, company, machine)
  const all = data ? [...data.customFiles, ...data.machineFiles] : []
  if (all.length === 0) return null // the machine's page says why they are missing
  return (
    <Section title={t.filesOfMachine}>
      <MachineFileLinks files={all.slice(0, shown)} />
      {all.length > shown && (
        <Link to={paths.companyMachine(area, company, machine)}>{t.allFiles(all.length)}</Link>
      )}
    </Section>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.section}>
    <h2>{title}</h2>
    {children}
  </section>
)
