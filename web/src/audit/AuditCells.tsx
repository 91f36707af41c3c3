import { type AuditEntry, describeChange, maxNetworks } from '#contract/audit.ts'
import { auditNames, auditMessages as t } from '../messages/current.ts'
import { Tag } from '../ui/controls/Tag.tsx'
import { formatDateTime, formatDay } from '../ui/text/format.ts'
import classes from './AuditPage.module.css'

export const Action = ({ entry }: { entry: AuditEntry }) => {
  const actions: Record<string, string> = auditNames.actions
  return (
    <div className={classes.entry}>
      <span>{actions[entry.action] ?? t.read}</span>
      {entry.refusal && (
        <span className={classes.tags}>
          <Tag tone="wrong">{formatRefusal(entry.refusal)}</Tag>
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

export const Subject = ({ entry: { subject, companyName, changes } }: { entry: AuditEntry }) => (
  <div className={classes.entry}>
    {(subject || changes.length === 0) && <span>{subject || '–'}</span>}
    {companyName && companyName !== subject && <span className={classes.more}>{companyName}</span>}
    {changes.map(change => (
      <span key={change.field} className={classes.more} dir="auto">
        {describeChange(auditNames, change, formatDates)}
      </span>
    ))}
  </div>
)

const formatDates = (value: string) =>
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
    ? formatDateTime(value)
    : /^\d{4}-\d\d-\d\d(, |$)/.test(value)
      ? value.split(', ').map(formatDay).join(', ')
      : value

export const Actor = ({ entry: { user, userName, role } }: { entry: AuditEntry }) => (
  <div className={classes.entry}>
    <span>{user ? userName : role ? t.command : t.anonymous}</span>
    {role && <span className={classes.more}>{auditNames.roles[role]}</span>}
  </div>
)
