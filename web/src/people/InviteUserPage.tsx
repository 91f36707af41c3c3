import { useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import { Invitation, type InvitedUser, users } from '#contract/users.ts'
import { useCompany } from '../companies/useCompany.ts'
import { useIdempotencyKey } from '../data/idempotency.ts'
import { useRouteMutation } from '../data/queries.ts'
import { paths } from '../navigation/paths.ts'
import { conflictAt } from '../ui/form/conflictAt.ts'
import { Form } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { Failed } from '../ui/layout/Failed.tsx'
import { focusTitle } from '../ui/layout/focusTitle.ts'
import { Page } from '../ui/layout/Page.tsx'
import { Invited } from './Invited.tsx'
import classes from './InviteUserPage.module.css'
import { PersonFields } from './PersonFields.tsx'
import { userMessages as t } from './userMessages.ts'

export default function InviteUserPage({ company: id }: { company: string }) {
  const [invited, setInvited] = useState<z.output<typeof InvitedUser>>()
  const { company, error, refetch } = useCompany('admin', id)
  const invite = useRouteMutation(users.invite)
  const withKey = useIdempotencyKey()

  async function send(body: Invitation) {
    const response = await invite({ params: { company: id }, ...withKey(body) }).catch(conflictAt('email'))
    flushSync(() => setInvited(response))
    focusTitle()
  }
  function again() {
    setInvited(undefined)
    focusTitle()
  }

  if (invited)
    return (
      <Invited
        user={invited}
        inviteAnotherLabel={t.inviteAnother}
        onInviteAnother={again}
        list={{ to: paths.users('admin', id), label: t.toUsers }}
      />
    )

  if (error)
    return (
      <Page title={t.invite}>
        <Failed error={error} retry={refetch} />
      </Page>
    )

  return (
    <Page title={t.invite} about={<p className={classes.about}>{company ? t.inviteAbout(company.name) : ' '}</p>} width="reading">
      <Form schema={Invitation} submit={t.send} onSubmit={send}>
        <PersonFields />
        <div className={classes.pair}>
          <TextField name="department" label={t.department} autoComplete="off" />
          <TextField name="position" label={t.position} autoComplete="off" />
        </div>
      </Form>
    </Page>
  )
}
