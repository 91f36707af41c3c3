import { type ReactElement, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import { useIdempotencyKey } from '../data/idempotency.ts'
import { userMessages as t } from '../messages/current.ts'
import { languageNames } from '../messages/languageNames.ts'
import { conflictAt } from '../ui/form/conflictAt.ts'
import { Form } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { EmailField, TextField } from '../ui/form/TextField.tsx'
import { focusTitle } from '../ui/layout/focusTitle.ts'
import { Page } from '../ui/layout/Page.tsx'
import { Invited, type InvitedPerson } from './Invited.tsx'
import classes from './people.module.css'

type Props<S extends z.ZodMiniType> = {
  title: string
  about: string
  schema: S
  onInvite: (request: { body: z.output<S>; idempotencyKey: string }) => Promise<InvitedPerson>
  inviteAnotherLabel: string
  /** What the invitation's language is where none is chosen. */
  usualLanguage: string
  list: { to: string; label: string }
  children: ReactElement
}

/** Invites one person after another: a form, then its outcome. */
export function InvitePage<S extends z.ZodMiniType>({
  title,
  about,
  schema,
  onInvite,
  inviteAnotherLabel,
  usualLanguage,
  list,
  children: fields,
}: Props<S>) {
  const [invited, setInvited] = useState<InvitedPerson>()
  const withKey = useIdempotencyKey()

  function show(person?: InvitedPerson) {
    flushSync(() => setInvited(person))
    focusTitle()
  }

  if (invited)
    return (
      <Invited
        user={invited}
        inviteAnotherLabel={inviteAnotherLabel}
        onInviteAnother={() => show()}
        list={list}
      />
    )

  return (
    <Page title={title} about={about} width="reading">
      <Form
        schema={schema}
        submit={t.send}
        onSubmit={async body => show(await onInvite(withKey(body)).catch(conflictAt('email')))}
      >
        <PersonFields />
        {fields}
        <SelectField
          name="language"
          label={t.invitationLanguage}
          options={[
            { value: '', label: usualLanguage },
            ...languageNames.map(([value, label]) => ({ value, label })),
          ]}
          isChoiceOfAll
        />
      </Form>
    </Page>
  )
}

/** The name and contact of an invited person. No autofill,
 * which would enter the administrator's own. */
const PersonFields = () => (
  <>
    <div className={classes.pair}>
      <TextField name="name" label={t.name} autoComplete="off" required />
      <TextField name="surname" label={t.surname} autoComplete="off" required />
    </div>
    <EmailField name="email" label={t.email} autoComplete="off" required />
    <TextField name="phone" label={t.phone} type="tel" autoComplete="off" />
  </>
)
