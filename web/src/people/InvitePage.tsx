import { type ReactElement, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import { useIdempotencyKey } from '../data/idempotency.ts'
import { peopleMessages as t } from '../messages/current.ts'
import { languageNames } from '../messages/languageNames.ts'
import { conflictAt } from '../ui/form/conflictAt.ts'
import { Form } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { focusTitle } from '../ui/layout/focusTitle.ts'
import { Page } from '../ui/layout/Page.tsx'
import { Invited, type InvitedPerson } from './Invited.tsx'
import { PersonFields } from './PersonFields.tsx'

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
