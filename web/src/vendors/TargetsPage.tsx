import { IconCopy } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { TicketPriority } from '#contract/tickets.ts'
import { vendors } from '#contract/vendors.ts'
import { useRouteMutationInPlace, useRouteQuery } from '../data/queries.ts'
import {
  administrationMessages,
  language,
  settingsMessages as t,
  ticketMessages,
} from '../messages/current.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextArea } from '../ui/form/TextField.tsx'
import { Notice } from '../ui/layout/Notice.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { QueryBoundary } from '../ui/layout/QueryBoundary.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { Skeleton } from '../ui/layout/Skeleton.tsx'
import { formatDuration } from '../ui/text/format.ts'
import classes from './TargetsPage.module.css'
import { fieldOf, fieldsOf, TargetsForm, weekdays } from './targetsForm.ts'

/** Of a day of the week, 0 being Monday. */
const nameOf = (day: number) =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2026, 10, 30 + day),
  )

/** In minutes. */
const usualTargets = [15, 30, 60, 120, 240, 480, 960, 1_440, 2_400]

/** When the vendor's team works, and within which time it
 * answers, for its administrators. */
export default function TargetsPage() {
  const query = useRouteQuery(vendors.targets)
  const change = useRouteMutationInPlace(vendors.changeTargets, ({ message }) => message)
  return (
    <QueryBoundary
      query={query}
      title={administrationMessages.targets}
      skeleton={<Skeleton lines={5} height={64} />}
    >
      {targets => (
        <Page title={administrationMessages.targets} about={t.targetsAbout} width="reading">
          {targets.isUpdating && <Notice tone="idle">{t.targetsUpdating}</Notice>}
          <Form
            schema={TargetsForm}
            initial={fieldsOf(targets)}
            submit={t.save}
            onSubmit={body => change({ body })}
          >
            <Section title={t.targets}>
              <p className={classes.about}>{t.targetsHint}</p>
              <div className={classes.pairs}>
                {TicketPriority.options.flatMap(priority =>
                  (['first', 'next'] as const).map(time => (
                    <TargetField
                      key={fieldOf(time, priority)}
                      name={fieldOf(time, priority)}
                      label={t.targetOf[time](ticketMessages.priorities[priority])}
                      present={targets[priority][time]}
                    />
                  )),
                )}
              </div>
            </Section>
            <Section title={t.workingHours}>
              <p className={classes.about}>{t.workingHoursHint}</p>
              <Button variant="plain" small icon={IconCopy} onClick={copyMonday}>
                {t.copyMonday}
              </Button>
              <div className={classes.pairs}>
                {weekdays.flatMap(day => [
                  <TimeField
                    key={`opens${day}`}
                    name={`opens${day}`}
                    label={t.opens(nameOf(day))}
                  />,
                  <TimeField
                    key={`closes${day}`}
                    name={`closes${day}`}
                    label={t.closes(nameOf(day))}
                  />,
                ])}
              </div>
            </Section>
            <SelectField
              name="timeZone"
              label={t.timeZone}
              options={[...new Set([targets.timeZone, ...Intl.supportedValuesOf('timeZone')])].map(
                value => ({ value, label: value.replaceAll('_', ' ') }),
              )}
              required
            />
            <SelectField
              name="publicHolidays"
              label={t.publicHolidays}
              hint={t.publicHolidaysHint}
              options={[
                { value: 'true', label: t.holidaysOff },
                { value: 'false', label: t.holidaysWorked },
              ]}
              required
            />
            <TextArea name="daysOff" label={t.daysOff} hint={t.daysOffHint} rows={3} />
          </Form>
        </Page>
      )}
    </QueryBoundary>
  )
}

function TargetField({
  name,
  label,
  present,
}: {
  name: string
  label: string
  present: number | null
}) {
  const offered = [...new Set([...usualTargets, ...(present === null ? [] : [present])])]
  return (
    <SelectField
      name={name}
      label={label}
      options={[
        { value: '', label: t.noTarget },
        ...offered
          .toSorted((a, b) => a - b)
          .map(minutes => ({ value: String(minutes), label: formatDuration(minutes) })),
      ]}
      required
    />
  )
}

/** Of 24 hours in every language, which a browser's own field has not. */
const TimeField = ({ name, label }: { name: string; label: string }) => (
  <Field name={name} label={label}>
    {control => <input inputMode="decimal" maxLength={5} placeholder="08:30" {...control} />}
  </Field>
)

function copyMonday({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
  for (const day of weekdays)
    for (const time of ['opens', 'closes']) {
      const fieldOf = (of: number) => form?.elements.namedItem(`${time}${of}`) as HTMLInputElement
      fieldOf(day).value = fieldOf(0).value
      fieldOf(day).dispatchEvent(new Event('input', { bubbles: true })) // no longer wrong
    }
}
