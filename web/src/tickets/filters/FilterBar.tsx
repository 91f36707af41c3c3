import { IconDeviceFloppy, IconPencil, IconTrash, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { companies } from '#contract/companies.ts'
import { machines } from '#contract/machines.ts'
import {
  type FilterName,
  type SavedFilter,
  type TicketFilter,
  ticketFilters,
} from '#contract/ticket-filters.ts'
import { tickets } from '#contract/tickets.ts'
import { topics } from '#contract/topics.ts'
import type { SearchParams } from '../../browser/searchParams.ts'
import { useRouteMutation, useRouteQuery } from '../../data/queries.ts'
import { ticketMessages as t, uiMessages, withAdminMessages } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { AboutSubject, ConfirmOne } from '../../ui/dialog/ConfirmDialog.tsx'
import { useDialog } from '../../ui/dialog/useDialog.ts'
import classes from './FilterBar.module.css'
import { isSameFilter } from './ticketFilter.ts'

const SaveFilterDialog = lazy(withAdminMessages(() => import('./SaveFilterDialog.tsx')))

type Props = {
  filter: TicketFilter
  names: readonly FilterName[]
  /** the saved one that is shown, which the filter may have left by now */
  saved: SavedFilter | undefined
  onChange: (address: SearchParams) => void
}

/** What the list is filtered by, each with its removal, and what can be done with the filter. */
export function FilterBar({ filter, names, saved, onChange }: Props) {
  const saving = useDialog<SavedFilter | null>()
  const deleting = useDialog<SavedFilter>()
  const [isLoaded, setLoaded] = useState(false)
  const remove = useRouteMutation(ticketFilters.remove, ({ message }) => message)
  const active = names.filter(name => filter[name])
  function openSaving(subject: SavedFilter | null) {
    setLoaded(true)
    saving.open(subject)
  }
  const isChanged = saved !== undefined && !isSameFilter(filter, saved.query)
  return (
    <section className={classes.bar} aria-label={t.filters}>
      {active.map(name => (
        <Chip key={name} name={name} filter={filter} onRemove={() => onChange({ [name]: '' })} />
      ))}
      {active.length > 1 && (
        <Button
          variant="quiet"
          small
          onClick={() => onChange(Object.fromEntries(active.map(name => [name, ''])))}
        >
          {uiMessages.unfilter}
        </Button>
      )}
      <span className={classes.actions}>
        {saved && (
          <>
            <IconButton icon={IconPencil} label={t.editFilter} onClick={() => openSaving(saved)} />
            <IconButton
              icon={IconTrash}
              label={t.deleteFilter}
              onClick={() => deleting.open(saved)}
            />
          </>
        )}
        {(!saved || isChanged) && (
          <Button variant="plain" small icon={IconDeviceFloppy} onClick={() => openSaving(null)}>
            {saved ? t.saveAsNew : t.saveFilterTitle}
          </Button>
        )}
      </span>
      <Suspense fallback={null}>
        {isLoaded && (
          <SaveFilterDialog
            dialog={saving}
            filter={filter}
            onSaved={id => onChange({ filter: id })}
          />
        )}
      </Suspense>
      <ConfirmOne
        dialog={deleting}
        title={t.deleteFilter}
        confirmLabel={t.deleteFilter}
        danger
        about={({ name, isOfTeam }) => (
          <AboutSubject
            name={name}
            lines={[isOfTeam ? t.deleteTeamFilterLine : t.deleteFilterLine]}
          />
        )}
        onConfirm={async ({ _id }) => {
          await remove({ params: { filter: _id } })
          onChange({ filter: '' })
        }}
      />
    </section>
  )
}

type ChipProps = { name: FilterName; filter: TicketFilter; onRemove: () => void }

function Chip({ name, filter, onRemove }: ChipProps) {
  const label = {
    priority: t.priority,
    topic: t.topic,
    assignee: t.assignee,
    company: t.company,
    model: t.model,
    period: t.dateCreated,
  }[name]
  const value = useNameOf(name, filter)
  return (
    <button type="button" className={classes.chip} onClick={onRemove}>
      <span className={classes.label}>{label}</span> <bdi>{value}</bdi>{' '}
      <span className="sr-only">{t.removeFilter}</span>
      <IconX aria-hidden />
    </button>
  )
}

/** In words; of what no longer exists, that it does not. */
function useNameOf(name: FilterName, filter: TicketFilter) {
  const { priority, topic, assignee, company, model, period } = filter
  const one = { page: '0', size: '1' }
  const ofTopic = useRouteQuery(topics.list, {}, { enabled: name === 'topic' }).data
  const people = useRouteQuery(tickets.assignees, {}, { enabled: name === 'assignee' }).data
  const ofCompany = useRouteQuery(
    companies.listForStaff,
    { query: { ...one, company: company ?? '' } },
    { enabled: name === 'company' },
  ).data
  const ofModel = useRouteQuery(
    machines.catalogue,
    { query: { ...one, machine: model ?? '' } },
    { enabled: name === 'model' },
  ).data
  switch (name) {
    case 'priority':
      return priority ? t.priorities[priority] : ''
    case 'period':
      return period ? t.periods[period] : ''
    case 'topic':
      return nameIn(ofTopic?.topics, topic, t.removedTopic)
    case 'assignee':
      return nameIn(people?.assignees, assignee, t.formerColleague)
    case 'company':
      return nameIn(ofCompany?.companies, company, t.removedCompany)
    case 'model':
      return nameIn(ofModel?.machines, model, t.removedModel)
  }
}

const nameIn = (
  rows: readonly { _id: string; name: string }[] | undefined,
  id: string | undefined,
  missing: string,
) => (rows ? (rows.find(({ _id }) => _id === id)?.name ?? missing) : '…')
