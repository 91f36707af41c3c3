import { useSearch } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import * as z from 'zod/mini'
import { companies } from '#contract/companies.ts'
import { line } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { type Area, paths } from '#contract/paths.ts'
import { users } from '#contract/people.ts'
import { isId } from '../../browser/isId.ts'
import { useMe } from '../../identity/session/session.ts'
import {
  machineMessages,
  navigationMessages,
  ticketMessages as t,
  userMessages,
} from '../../messages/current.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Tag } from '../../ui/controls/Tag.tsx'
import { RecordField } from '../../ui/form/RecordField.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { isolate } from '../../ui/text/isolate.ts'
import { MachineOfTicket } from './MachineOfTicket.tsx'
import { newTicketDraftKey, readDraft } from './newTicketDraft.ts'
import { TicketForm, ticketFields } from './TicketForm.tsx'

const OnBehalfForm = z.object({
  company: line(limits.name),
  user: line(limits.name),
  ...ticketFields,
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
    <Page title={navigationMessages.newTicket} about={t.onBehalfAbout} width="reading">
      <TicketForm
        area={area}
        company={company}
        schema={OnBehalfForm}
        draftKey={draftKey}
        initial={{ company: initialCompany }}
        given={machine ? { machine } : {}}
        submit={t.openOnBehalf}
      >
        <RecordField
          name="company"
          label={t.company}
          route={companies.listForStaff}
          searched="companies"
          none={t.chooseCompany}
          labelOf={({ name }) => isolate(name)}
          required
          onChoose={setCompany}
        />
        {isId(company) ? (
          <Fragment key={company}>
            <UserField area={area} company={company} />
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
            <SelectField name="user" label={t.onBehalfOf} options={ofNoCompany()} required />
            <SelectField name="machine" label={t.machine} options={ofNoCompany()} required />
          </>
        )}
      </TicketForm>
    </Page>
  )
}

const ofNoCompany = () => [{ value: '', label: t.chooseCompanyFirst }]

/** The users of the company, also those who have been invited only. */
const UserField = ({ area, company }: { area: TeamArea; company: string }) => (
  <RecordField
    name="user"
    label={t.onBehalfOf}
    route={users.listForStaff}
    searched="people"
    params={{ company }}
    none={t.chooseUser}
    labelOf={({ name, surname, email }) => `${isolate(`${name} ${surname}`)} · ${isolate(email)}`}
    required
    empty={{
      title: userMessages.none,
      hint: area === 'admin' ? userMessages.noneAdmin : userMessages.noneStaff,
      action: area === 'admin' && (
        <LinkButton to={paths.inviteUser(company)} variant="plain">
          {userMessages.invite}
        </LinkButton>
      ),
    }}
    about={({ pending }) => pending && <Tag tone="soon">{userMessages.pending}</Tag>}
  />
)
