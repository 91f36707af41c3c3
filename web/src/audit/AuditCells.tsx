import { type AuditEntry, maxNetworks } from '#contract/audit.ts'
import { auditNames, auditMessages as t } from '../messages/current.ts'
import { PriorityTag } from '../tickets/PriorityTag.tsx'
import { TicketStatusTag } from '../tickets/TicketStatusTag.tsx'
import { Tag } from '../ui/controls/Tag.tsx'
import classes from './AuditPage.module.css'

export const Action = ({ entry }: { entry: AuditEntry }) => {
  const actions: Record<string, string> = auditNames.actions
  return (
    <div className={classes.entry}>
      <span>{actions[entry.action] ?? t.read}</span>
      {(entry.status || entry.priority || entry.refusal) && (
        <span className={classes.tags}>
          {entry.status && <TicketStatusTag status={entry.status} />}
          {entry.priority && <PriorityTag priority={entry.priority} />}
          {entry.refusal && <Tag tone="wrong">{formatRefusal(entry.refusal)}</Tag>}
          {entry.attempts && <Tag tone="idle">{auditNames.attempts(entry.attempts)}</Tag>}
        </span>
      )}
    </div>
  )
}

function formatRefusal(name: string) {
  const reasons: Record<string, string> = auditNames.refusals
  const reason = reasons[name]
  return reason ? t.refusedAs(reason) : t.refused
}

/** A call's client address; of a group of refused sign-ins
 * the first network, and the number of the others. */
export function Source({ entry: { address, device, networks } }: { entry: AuditEntry }) {
  const [first, ...others] = networks
  if (!first) return <span title={device}>{address}</span>
  return (
    <div className={classes.entry} title={networks.join(', ')}>
      <span>{first}</span>
      {others.length > 0 && (
        <span className={classes.more}>
          {t.moreNetworks(others.length, networks.length < maxNetworks)}
        </span>
      )}
    </div>
  )
}

export const Subject = ({ entry: { subject, companyName } }: { entry: AuditEntry }) => (
  <div className={classes.entry}>
    <span>{subject || '–'}</span>
    {companyName && companyName !== subject && <span className={classes.more}>{companyName}</span>}
  </div>
)

export const Actor = ({ entry: { user, userName, role } }: { entry: AuditEntry }) => (
  <div className={classes.entry}>
    <span>{user ? userName : role ? t.command : t.anonymous}</span>
    {role && <span className={classes.more}>{auditNames.roles[role]}</span>}
  </div>
)
