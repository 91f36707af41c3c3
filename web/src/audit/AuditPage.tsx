import { IconDownload, IconHistory } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type AuditEntry, audit, auditActions, maxNetworks } from '#contract/audit.ts'
import { saveAs } from '../browser/saveAs.ts'
import { callForFile, currentSession } from '../data/api.ts'
import { announceError } from '../data/queries.ts'
import { auditNames, auditMessages as t } from '../messages/current.ts'
import { TicketStatusTag } from '../tickets/TicketStatusTag.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Choice } from '../ui/controls/Choice.tsx'
import { Select } from '../ui/controls/Select.tsx'
import { Tag } from '../ui/controls/Tag.tsx'
import { Empty } from '../ui/layout/Empty.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { Table } from '../ui/table/Table.tsx'
import { useTable } from '../ui/table/useTable.ts'
import { formatDateTime } from '../ui/text/format.ts'
import classes from './AuditPage.module.css'

const periods = ['day', 'week', 'month'] as const
const periodDays = { day: 1, week: 7, month: 30 }

export default function AuditPage() {
  const searchParams = useSearch({ strict: false })
  const action = auditActions.find(each => each === searchParams.action)
  const refused = searchParams.outcome === 'done' ? ('false' as const) : searchParams.outcome === 'refused' ? ('true' as const) : undefined
  const period = periods.find(each => each === searchParams.period)
  // Fixed when the page opens, to the minute: a moving time would be a new query key in each render.
  const [now] = useState(() => Math.floor(Date.now() / 60_000) * 60_000)
  const from = period && new Date(now - periodDays[period] * 86_400_000).toISOString()
  const filters = { ...(action && { action }), ...(refused && { refused }), ...(from && { from }) }
  const list = useTable(audit.list, { query: filters })
  const [busy, setBusy] = useState(false)

  async function download() {
    setBusy(true)
    await callForFile(audit.export, { query: { ...filters, ...(list.search && { search: list.search }) }, scope: currentSession() }).then(
      file => saveAs(file, t.file),
      announceError,
    )
    setBusy(false)
  }

  return (
    <Page
      title={t.title}
      about={t.about}
      action={
        <Button variant="plain" icon={IconDownload} busy={busy} onClick={download}>
          {t.export}
        </Button>
      }
    >
      <Table
        list={list}
        label={t.title}
        columns={[
          { id: 'action', label: t.action, render: entry => <Action entry={entry} /> },
          { id: 'subject', label: t.subject, render: entry => <Subject entry={entry} /> },
          { id: 'userName', label: t.person, render: entry => <Actor entry={entry} /> },
          { id: 'address', label: t.from, render: entry => <Source entry={entry} /> },
          { id: 'dateCreated', label: t.when, render: entry => <time>{formatDateTime(entry.dateCreated)}</time> },
        ]}
        filter={
          <div className={classes.filter}>
            <Choice
              label={t.outcomeFilter}
              value={refused === undefined ? 'all' : refused === 'true' ? 'refused' : 'done'}
              options={[
                ['all', t.all],
                ['done', t.done],
                ['refused', t.refusals],
              ]}
              onChange={outcome => list.setAddress({ outcome: outcome === 'all' ? '' : outcome })}
            />
            <Select
              className={classes.action ?? ''}
              aria-label={t.actionFilter}
              value={action ?? ''}
              options={[{ value: '', label: t.anyAction }, ...auditActions.map(value => ({ value, label: auditNames.actions[value] }))]}
              onChange={event => list.setAddress({ action: event.currentTarget.value })}
            />
            <Select
              aria-label={t.periodFilter}
              value={period ?? ''}
              options={[
                { value: '', label: t.anyTime },
                { value: 'day', label: t.day },
                { value: 'week', label: t.week },
                { value: 'month', label: t.month },
              ]}
              onChange={event => list.setAddress({ period: event.currentTarget.value })}
            />
          </div>
        }
        clearFilter={Object.keys(filters).length > 0 ? () => list.setAddress({ action: '', outcome: '', period: '' }) : undefined}
        empty={<Empty icon={IconHistory} title={t.none} hint={t.noneHint} />}
      />
    </Page>
  )
}

const Action = ({ entry }: { entry: AuditEntry }) => {
  const actions: Record<string, string> = auditNames.actions
  return (
    <div className={classes.entry}>
      <span>{actions[entry.action] ?? t.read}</span>
      {(entry.status || entry.refusal) && (
        <span className={classes.tags}>
          {entry.status && <TicketStatusTag status={entry.status} />}
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

/** A call's client address; of a group of refused sign-ins the first network, and the number of the others. */
function Source({ entry: { address, device, networks } }: { entry: AuditEntry }) {
  const [first, ...others] = networks
  if (!first) return <span title={device}>{address}</span>
  return (
    <div className={classes.entry} title={networks.join(', ')}>
      <span>{first}</span>
      {others.length > 0 && <span className={classes.more}>{t.moreNetworks(others.length, networks.length < maxNetworks)}</span>}
    </div>
  )
}

const Subject = ({ entry: { subject, companyName } }: { entry: AuditEntry }) => (
  <div className={classes.entry}>
    <span>{subject || '–'}</span>
    {companyName && companyName !== subject && <span className={classes.more}>{companyName}</span>}
  </div>
)

const Actor = ({ entry: { user, userName, role } }: { entry: AuditEntry }) => (
  <div className={classes.entry}>
    <span>{user ? userName : role ? t.command : t.anonymous}</span>
    {role && <span className={classes.more}>{auditNames.roles[role]}</span>}
  </div>
)
