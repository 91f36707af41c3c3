import { useSearch } from '@tanstack/react-router'
import { Fragment, use, useState } from 'react'
import * as z from 'zod/mini'
import { companies } from '#contract/companies.ts'
import { emailIfAny, line } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import type { Area } from '#contract/paths.ts'
import { NewContact, users } from '#contract/people.ts'
import { isId } from '../../browser/isId.ts'
import { useMe } from '../../identity/session/session.ts'
import {
  machineMessages,
  navigationMessages,
  onBehalfMessages as t,
  ticketMessages,
  userMessages,
} from '../../messages/current.ts'
import { PersonFields } from '../../people/PersonFields.tsx'
import { personOption } from '../../people/personOption.ts'
import { Tag } from '../../ui/controls/Tag.tsx'
import { FormState } from '../../ui/form/Form.tsx'
import { RecordField } from '../../ui/form/RecordField.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { isolate } from '../../ui/text/isolate.ts'
import { MachineOfTicket } from './MachineOfTicket.tsx'
import { newTicketDraftKey, readDraft } from './newTicketDraft.ts'
import classes from './TicketForm.module.css'
import { TicketForm, ticketFields } from './TicketForm.tsx'

/** The value of `user` that stands for the fields of a new contact, which are only then there. */
const newContact = 'new'

const { name, surname } = NewContact.shape
const OnBehalfForm = z
  .object({
    company: line(limits.name),
    user: line(limits.name),
    name: z.optional(name),
    surname: z.optional(surname),
    phone: z.optional(line(limits.phone, 0)),
    email: z.optional(emailIfAny),
    ...ticketFields,
  })
  .check(
    z.refine(({ phone, email }) => phone !== '' || email !== '', {
      error: 'phoneOrEmail',
      path: ['phone'],
    }),
  )

const ticketOf = ({
  user,
  name = '',
  surname = '',
  phone = '',
  email = '',
  machine,
  priority,
  title,
}: Omit<z.output<typeof OnBehalfForm>, 'message'>) => ({
  ...(user === newContact ? { contact: { name, surname, phone, email } } : { user }),
  machine,
  priority,
  title,
})

type TeamArea = Exclude<Area, 'account'>

/** A new ticket that a member of the team records for a customer, as on the telephone. */
export function NewTicketOnBehalf({ area }: { area: TeamArea }) {
  const me = useMe()._id
  const address = useSearch({ strict: false })
  // A page with another address has a draft of its own; the form can change the company.
  const draftKey = newTicketDraftKey(me, area, '', address.company)
  return <OnBehalf key={draftKey} area={area} draftKey={draftKey} {...address} />
}

type Props = {
  area: TeamArea
  draftKey: string
  company?: string | undefined
  machine?: string | undefined
}

function OnBehalf({ area, draftKey, company: initialCompany = '', machine }: Props) {
  const [company, setCompany] = useState(() => readDraft(draftKey).company ?? initialCompany)
  return (
    <Page title={navigationMessages.newTicket} about={t.about} width="reading">
      <TicketForm
        area={area}
        company={company}
        schema={OnBehalfForm}
        draftKey={draftKey}
        initial={{ company: initialCompany }}
        given={machine ? { machine } : {}}
        submit={t.submit}
        ticketOf={ticketOf}
      >
        <RecordField
          name="company"
          label={ticketMessages.company}
          route={companies.listForStaff}
          searched="companies"
          none={t.chooseCompany}
          labelOf={({ name }) => isolate(name)}
          required
          onChoose={setCompany}
        />
        {isId(company) ? (
          <Fragment key={company}>
            <UserField company={company} />
            <MachineOfTicket
              area={area}
              company={company}
              empty={{
                title: machineMessages.noMachines,
                hint:
                  area === 'admin'
                    ? machineMessages.noMachinesYours
                    : machineMessages.noMachinesTeam,
              }}
            />
          </Fragment>
        ) : (
          <>
            <SelectField name="user" label={t.user} options={ofNoCompany()} required />
            <SelectField
              name="machine"
              label={ticketMessages.machine}
              options={ofNoCompany()}
              required
            />
          </>
        )}
      </TicketForm>
    </Page>
  )
}

const ofNoCompany = () => [{ value: '', label: t.chooseCompanyFirst }]

/** The people of the company, also those who have been invited only, or one who is none yet. */
function UserField({ company }: { company: string }) {
  const [user, setUser] = useState(String(use(FormState).initial.user ?? ''))
  return (
    <>
      <RecordField
        name="user"
        label={t.user}
        route={users.listForStaff}
        searched="people"
        params={{ company }}
        none={t.chooseUser}
        extraOption={{ value: newContact, label: t.newContact }}
        labelOf={personOption}
        required
        onChoose={setUser}
        about={({ pending, contact }) =>
          pending ? (
            <Tag tone="soon">{userMessages.pending}</Tag>
          ) : (
            contact && <Tag tone="idle">{userMessages.contact}</Tag>
          )
        }
      />
      {user === newContact && (
        <fieldset className={classes.contact} aria-label={t.newContact}>
          <p className={classes.hint}>{t.newContactAbout}</p>
          <PersonFields isContact />
        </fieldset>
      )}
    </>
  )
}
