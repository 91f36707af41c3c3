import { IconDownload, IconHistory } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { audit, auditActions } from '#contract/audit.ts'
import { saveAs } from '../browser/saveAs.ts'
import type { SearchParams } from '../browser/searchParams.ts'
import { callForFile, currentSession } from '../data/api.ts'
import { announceError } from '../data/queries.ts'
import { administrationMessages, auditNames, auditMessages as t } from '../messages/current.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Choice } from '../ui/controls/Choice.tsx'
import { Select } from '../ui/controls/Select.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { Table } from '../ui/table/Table.tsx'
import { useTable } from '../ui/table/useTable.ts'
import { formatDateTime } from '../ui/text/format.ts'
import { Action, Actor, Source, Subject } from './AuditCells.tsx'
import classes from './AuditPage.module.css'

const outcomes = ['done', 'refused'] as const
const refusedOf = { done: 'false', refused: 'true' } as const
const periods = ['day', 'week', 'month'] as const
const daysOf = { day: 1, week: 7, month: 30 }

export default function AuditPage() {
  const searchParams = useSearch({ strict: false })
  const action = auditActions.find(each => each === searchParams.action)
  const outcome = outcomes.find(each => each === searchParams.outcome)
  const period = periods.find(each => each === searchParams.period)
  // Fixed when the page opens, to the minute: a moving time
  // would be a new query key in each render.
  const [now] = useState(() => Math.floor(Date.now() / 60_000) * 60_000)
  const from = period && new Date(now - daysOf[period] * 86_400_000).toISOString()
  const filters = {
    ...(action && { action }),
    ...(outcome && { refused: refusedOf[outcome] }),
    ...(from && { from }),
  }
  const list = useTable(audit.list, { query: filters })
  const [busy, setBusy] = useState(false)

  async function download() {
    setBusy(true)
    await callForFile(audit.export, {
      query: { ...filters, ...(list.search && { search: list.search }) },
      scope: currentSession(),
    }).then(file => saveAs(file, t.file), announceError)
    setBusy(false)
  }

  return (
    <Page
      title={administrationMessages.audit}
      about={t.about}
      action={
        <Button variant="plain" icon={IconDownload} busy={busy} onClick={download}>
          {t.export}
        </Button>
      }
    >
      <Table
        list={list}
        searched="audit"
        label={administrationMessages.audit}
        columns={[
          { id: 'action', label: t.action, render: entry => <Action entry={entry} /> },
          { id: 'subject', label: t.subject, render: entry => <Subject entry={entry} /> },
          { id: 'userName', label: t.person, render: entry => <Actor entry={entry} /> },
          { id: 'address', label: t.from, render: entry => <Source entry={entry} /> },
          {
            id: 'dateCreated',
            label: t.when,
            render: entry => <time>{formatDateTime(entry.dateCreated)}</time>,
          },
        ]}
        filter={
          <Filter action={action} outcome={outcome} period={period} onChange={list.setAddress} />
        }
        clearFilter={
          Object.keys(filters).length > 0
            ? () => list.setAddress({ action: '', outcome: '', period: '' })
            : undefined
        }
        empty={{ icon: IconHistory, title: t.none, hint: t.noneHint }}
      />
    </Page>
  )
}

type FilterProps = {
  action: (typeof auditActions)[number] | undefined
  outcome: (typeof outcomes)[number] | undefined
  period: (typeof periods)[number] | undefined
  onChange: (address: SearchParams) => void
}

const Filter = ({ action, outcome, period, onChange }: FilterProps) => (
  <div className={classes.filter}>
    <Choice
      label={t.outcomeFilter}
      value={outcome ?? ''}
      options={[
        ['', t.all],
        ['done', t.done],
        ['refused', t.refusals],
      ]}
      onChange={outcome => onChange({ outcome })}
    />
    <Select
      className={classes.action ?? ''}
      aria-label={t.actionFilter}
      value={action ?? ''}
      options={[
        { value: '', label: t.anyAction },
        ...auditActions.map(value => ({ value, label: auditNames.actions[value] })),
      ]}
      onChange={event => onChange({ action: event.currentTarget.value })}
    />
    <Select
      aria-label={t.periodFilter}
      value={period ?? ''}
      options={[
        { value: '', label: t.anyTime },
        ...periods.map(value => ({ value, label: t[value] })),
      ]}
      onChange={event => onChange({ period: event.currentTarget.value })}
    />
  </div>
)
