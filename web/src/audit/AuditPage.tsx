import { IconDownload, IconHistory } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type ActionName,
  type AuditEntry,
  actionNames,
  attemptsInWords,
  audit,
  networksKept,
  refusalNames,
  roleNames,
} from '#contract/audit.ts'
import { language } from '../browser/language.ts'
import { saveAs } from '../browser/saveAs.ts'
import { callForFile, currentSession } from '../data/api.ts'
import { announce } from '../data/queries.ts'
import { TicketStatusTag } from '../tickets/TicketStatusTag.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Choice } from '../ui/controls/Choice.tsx'
import { Select } from '../ui/controls/Select.tsx'
import { Tag } from '../ui/controls/Tag.tsx'
import { Empty } from '../ui/layout/Empty.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { Table } from '../ui/table/Table.tsx'
import { useTable } from '../ui/table/useTable.ts'
import { dateTime } from '../ui/text/format.ts'
import classes from './AuditPage.module.css'
import { auditMessages as t } from './messages.ts'

const names = actionNames(language)
const refusals = refusalNames(language)
const { attempts } = attemptsInWords(language)
const periods = { day: 1, week: 7, month: 30 }
const roles = roleNames(language)

type Address = { action?: string; outcome?: string; period?: string }

/** What was done at the vendor's portal, for its administrators. */
export default function AuditPage() {
  const asked = useSearch({ strict: false }) as Address
  const action = asked.action && Object.hasOwn(names, asked.action) ? (asked.action as ActionName) : undefined
  const refused = asked.outcome === 'done' ? ('false' as const) : asked.outcome === 'refused' ? ('true' as const) : undefined
  const period = asked.period && Object.hasOwn(periods, asked.period) ? (asked.period as keyof typeof periods) : undefined
  // From the minute on in which the page was opened: a time that moved would be another question at each drawing.
  const [now] = useState(() => Math.floor(Date.now() / 60_000) * 60_000)
  const from = period && new Date(now - periods[period] * 86_400_000).toISOString()
  const which = { ...(action && { action }), ...(refused && { refused }), ...(from && { from }) }
  const list = useTable(audit.list, { query: which })
  const [busy, setBusy] = useState(false)

  async function download() {
    setBusy(true)
    await callForFile(audit.export, { query: { ...which, ...(list.search && { search: list.search }) }, held: currentSession() }).then(
      file => saveAs(file, t.file),
      announce,
    )
    setBusy(false)
  }

  return (
    <Page
      title={t.title}
      about={<p className={classes.about}>{t.about}</p>}
      action={
        <Button look="plain" icon={<IconDownload aria-hidden />} busy={busy} onClick={download}>
          {t.export}
        </Button>
      }
    >
      <Table
        of={list}
        label={t.title}
        columns={[
          { id: 'action', label: t.action, show: entry => <What entry={entry} /> },
          { id: 'subject', label: t.subject, show: entry => <Subject entry={entry} /> },
          { id: 'userName', label: t.person, show: entry => <Who entry={entry} /> },
          { id: 'address', label: t.from, show: entry => <From entry={entry} /> },
          { id: 'dateCreated', label: t.when, show: entry => <time>{dateTime(entry.dateCreated)}</time> },
        ]}
        filter={
          <div className={classes.filter}>
            <Choice
              label={t.which}
              value={refused === undefined ? 'all' : refused === 'true' ? 'refused' : 'done'}
              options={[
                ['all', t.all],
                ['done', t.done],
                ['refused', t.refusals],
              ]}
              onChange={outcome => list.go({ outcome: outcome === 'all' ? '' : outcome })}
            />
            <Select
              className={classes.action ?? ''}
              aria-label={t.actionFilter}
              value={action ?? ''}
              options={[{ value: '', label: t.anyAction }, ...Object.entries(names).map(([value, label]) => ({ value, label }))]}
              onChange={event => list.go({ action: event.currentTarget.value })}
            />
            <Select
              aria-label={t.period}
              value={period ?? ''}
              options={[
                { value: '', label: t.ever },
                { value: 'day', label: t.day },
                { value: 'week', label: t.week },
                { value: 'month', label: t.month },
              ]}
              onChange={event => list.go({ period: event.currentTarget.value })}
            />
          </div>
        }
        unfilter={Object.keys(which).length > 0 ? () => list.go({ action: '', outcome: '', period: '' }) : undefined}
        empty={
          <Empty icon={<IconHistory aria-hidden />} title={t.none}>
            {t.noneHint}
          </Empty>
        }
      />
    </Page>
  )
}

const What = ({ entry }: { entry: AuditEntry }) => (
  <div className={classes.entry}>
    <span>{names[entry.action as ActionName] ?? t.read}</span>
    {(entry.status || entry.refusal) && (
      <span className={classes.tags}>
        {entry.status && <TicketStatusTag status={entry.status} />}
        {entry.refusal && <Tag tone="wrong">{refusalOf(entry.refusal)}</Tag>}
        {entry.attempts && <Tag tone="idle">{attempts(entry.attempts)}</Tag>}
      </span>
    )}
  </div>
)

function refusalOf(name: string) {
  const why = refusals[name as keyof typeof refusals]
  return why ? t.refusedAs(why) : t.refused
}

/** The address of a call; of refused sign-ins the first network, and how many more there are. */
function From({ entry: { address, device, networks } }: { entry: AuditEntry }) {
  const [first, ...others] = networks
  if (!first) return <span title={device}>{address}</span>
  return (
    <div className={classes.entry} title={networks.join(', ')}>
      <span>{first}</span>
      {others.length > 0 && <span className={classes.more}>{t.moreNetworks(others.length, networks.length < networksKept)}</span>}
    </div>
  )
}

const Subject = ({ entry: { subject, companyName } }: { entry: AuditEntry }) => (
  <div className={classes.entry}>
    <span>{subject || '–'}</span>
    {companyName && companyName !== subject && <span className={classes.more}>{companyName}</span>}
  </div>
)

const Who = ({ entry: { user, userName, role } }: { entry: AuditEntry }) => (
  <div className={classes.entry}>
    <span>{user ? userName : role ? t.command : t.nobody}</span>
    {role && <span className={classes.more}>{roles[role]}</span>}
  </div>
)
