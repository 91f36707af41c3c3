import * as z from 'zod/mini'
import { companies } from '#contract/companies.ts'
import { machines } from '#contract/machines.ts'
import {
  type FilterName,
  filterNames,
  TicketFilter,
  ticketPeriods,
} from '#contract/ticket-filters.ts'
import { TicketPriority, tickets } from '#contract/tickets.ts'
import { topics as topicCalls } from '#contract/topics.ts'
import { useRouteQuery } from '../../data/queries.ts'
import { useMe } from '../../identity/session/session.ts'
import { modelLabel } from '../../machines/MachineSelect.tsx'
import { ticketMessages as t } from '../../messages/current.ts'
import { FormDialog } from '../../ui/dialog/FormDialog.tsx'
import type { DialogState } from '../../ui/dialog/useDialog.ts'
import { RecordField } from '../../ui/form/RecordField.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { isolate } from '../../ui/text/isolate.ts'

type Choice = Partial<Record<FilterName, string>>
type Props = {
  dialog: DialogState
  filter: TicketFilter
  names: readonly FilterName[]
  onChange: (choice: Choice) => void
}

const anyOf = <T extends z.ZodMiniType>(value: T) => z.optional(z.union([value, z.literal('')]))
type Fields = Record<FilterName, z.ZodMiniOptional<z.ZodMiniType<string>>>
const fields = filterNames.map(name => [name, anyOf(TicketFilter.shape[name])])
const Form = z.object(Object.fromEntries(fields) as Fields)

/** What the list is to be filtered by. */
export default function FilterDialog({ dialog, filter, names, onChange }: Props) {
  const { _id: me } = useMe()
  const people = useRouteQuery(tickets.assignees).data?.assignees ?? []
  const topics = useRouteQuery(topicCalls.list).data?.topics ?? []
  const controls: Record<FilterName, React.ReactNode> = {
    priority: (
      <SelectField
        name="priority"
        label={t.priority}
        isChoiceOfAll
        options={[
          { value: '', label: t.anyPriority },
          ...TicketPriority.options.map(value => ({ value, label: t.priorities[value] })),
        ]}
      />
    ),
    topic: (
      <SelectField
        key={topics.length}
        name="topic"
        label={t.topic}
        isChoiceOfAll
        options={[
          { value: '', label: t.anyTopic },
          ...topics.map(({ _id, name }) => ({ value: _id, label: isolate(name) })),
        ]}
      />
    ),
    assignee: (
      <SelectField
        // The options must be there before the initial value is.
        key={people.length}
        name="assignee"
        label={t.assignee}
        isChoiceOfAll
        options={[
          { value: '', label: t.anyone },
          ...people
            .toSorted((a, b) => Number(b._id === me) - Number(a._id === me))
            .map(({ _id, name }) => ({
              value: _id,
              label: _id === me ? t.me(isolate(name)) : isolate(name),
            })),
        ]}
      />
    ),
    company: (
      <RecordField
        name="company"
        label={t.company}
        route={companies.listForStaff}
        searched="companies"
        none={t.anyCompany}
        labelOf={({ name }) => isolate(name)}
      />
    ),
    model: (
      <RecordField
        name="model"
        idParam="machine"
        label={t.model}
        route={machines.catalogue}
        searched="catalogue"
        none={t.anyModel}
        labelOf={modelLabel}
      />
    ),
    period: (
      <SelectField
        name="period"
        label={t.dateCreated}
        isChoiceOfAll
        options={[
          { value: '', label: t.anyTime },
          ...(Object.keys(ticketPeriods) as (keyof typeof ticketPeriods)[]).map(value => ({
            value,
            label: t.periods[value],
          })),
        ]}
      />
    ),
  }
  return (
    <FormDialog
      dialog={dialog}
      title={t.filterTitle}
      schema={Form}
      initial={filter}
      submit={t.applyFilter}
      onSubmit={async value =>
        onChange(Object.fromEntries(names.map(name => [name, value[name] ?? ''])))
      }
    >
      {filterNames
        .filter(name => names.includes(name))
        .map(name => (
          <div key={name}>{controls[name]}</div>
        ))}
    </FormDialog>
  )
}
