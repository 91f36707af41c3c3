import { type Ticket, type TicketContents, tickets } from '#contract/tickets.ts'
import { useRouteQuery } from '../../data/queries.ts'
import { ticketDialogMessages as t } from '../../messages/current.ts'
import { Notice } from '../../ui/layout/Notice.tsx'
import { QueryBoundary } from '../../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import { isolate } from '../../ui/text/isolate.ts'
import classes from './CorrectionDialog.module.css'

type Props = {
  ticket: Ticket
  /** where it is to go */
  company: string
  /** that company's name */
  to: string
}

/** What goes along with a ticket that is to be moved, and who loses it. */
export function MoveContents({ ticket: { _id: ticket, companyName }, company, to }: Props) {
  const query = useRouteQuery(tickets.contents, { params: { ticket, company } })
  return (
    <QueryBoundary query={query} skeleton={<Skeleton lines={3} height={20} />}>
      {contents => (
        <Notice tone="idle">
          <ul className={classes.contents}>
            {linesOf(contents, isolate(companyName), isolate(to)).map(line => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Notice>
      )}
    </QueryBoundary>
  )
}

function linesOf(
  { messages, files, notes, merged, people }: TicketContents,
  from: string,
  to: string,
): string[] {
  return [
    t.moves(to),
    t.goesAlong(formatNumber(messages), formatNumber(files)),
    ...(merged > 0 ? [t.mergedToo(formatNumber(merged))] : []),
    ...(notes > 0 ? [t.notesStay(formatNumber(notes))] : []),
    t.loses(from),
    ...(people.length > 0 ? [t.losesToo(people.map(({ name }) => isolate(name)).join(', '))] : []),
  ]
}
