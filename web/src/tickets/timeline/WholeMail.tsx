import { useState } from 'react'
import { tickets } from '#contract/tickets.ts'
import { describeError } from '../../data/api.ts'
import { useRouteQuery } from '../../data/queries.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import { LinkedText } from './LinkedText.tsx'
import classes from './WholeMail.module.css'

/** The whole text of the mail by which a message came, with
 * quotes and signature; loaded when it is opened. */
export function WholeMail({ ticket, message }: { ticket: string; message: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useRouteQuery(
    tickets.mailOfMessage,
    { params: { ticket, message } },
    { enabled: isOpen },
  )
  return (
    <details className={classes.mail} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{t.wholeMail}</summary>
      {isOpen && !data && !error && <Skeleton lines={2} />}
      {data && (
        <p className={classes.text} dir="auto">
          <LinkedText text={data.text} />
        </p>
      )}
      {error && <p role="alert">{describeError(error)}</p>}
    </details>
  )
}
