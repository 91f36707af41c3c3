import { IconArrowLeft } from '@tabler/icons-react'
import { tickets } from '#contract/tickets.ts'
import { CallError } from '../data/api.ts'
import { useRouteQuery } from '../data/queries.ts'
import { areaOf, useMe } from '../identity/session/session.ts'
import { ticketMessages as t } from '../messages/current.ts'
import { paths } from '../navigation/paths.ts'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Failed } from '../ui/layout/Failed.tsx'
import { Missing } from '../ui/layout/Missing.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { Skeleton } from '../ui/layout/Skeleton.tsx'
import { livePollInterval } from './calls.ts'
import classes from './LivePage.module.css'
import { TicketStatusTag } from './TicketStatusTag.tsx'
import { TicketTalk } from './TicketTalk.tsx'
import { useTicket } from './useTicket.ts'

/** Live support: a ticket's conversation alone, at the same address for both sides. */
export default function LivePage({ ticket: id }: { ticket: string }) {
  return (
    <main id="content" className={classes.frame}>
      <Live id={id} />
    </main>
  )
}

function Live({ id }: { id: string }) {
  const area = areaOf(useMe())
  const found = useRouteQuery(tickets.find, { params: { ticket: id } })
  const company = found.data?.company
  const { data: ticket, error: refused, refetch } = useTicket(area, company, id, livePollInterval)

  const error = found.error ?? refused
  if (error instanceof CallError && error.status === 404)
    return (
      <Missing
        title={t.missing}
        about={t.missingHint}
        back={
          <LinkButton variant="plain" to={paths.home}>
            {t.toHome}
          </LinkButton>
        }
      />
    )
  if (!ticket || !company)
    return (
      <Page title={t.liveSupport}>
        {error ? <Failed error={error} retry={found.error ? found.refetch : refetch} /> : <Skeleton lines={5} height={72} />}
      </Page>
    )

  return (
    <Page
      pinned
      title={ticket.title}
      about={
        <div className={classes.summary}>
          <TicketStatusTag status={ticket.status} />
          {t.liveSupport} · {ticket.machineName}
        </div>
      }
      tools={
        <LinkButton variant="plain" icon={<IconArrowLeft aria-hidden />} to={paths.ticket(area, company, id)}>
          {t.toTicket}
        </LinkButton>
      }
    >
      <TicketTalk ticket={ticket} area={area} company={company} />
    </Page>
  )
}
