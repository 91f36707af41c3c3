import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type InvitedColleague, TeamInvitation, team } from '#contract/team.ts'
import { useIdempotencyKey } from '../data/idempotency.ts'
import { useRouteMutation } from '../data/queries.ts'
import { paths } from '../navigation/paths.ts'
import { conflictAt } from '../ui/form/conflictAt.ts'
import { Form } from '../ui/form/Form.tsx'
import { focusTitle } from '../ui/layout/focusTitle.ts'
import { Page } from '../ui/layout/Page.tsx'
import { Invited } from './Invited.tsx'
import { PersonFields } from './PersonFields.tsx'
import { RoleField } from './RoleField.tsx'
import classes from './team.module.css'
import { teamMessages as t } from './teamMessages.ts'
import { userMessages } from './userMessages.ts'

export default function InviteColleaguePage() {
  const [invited, setInvited] = useState<InvitedColleague>()
  const invite = useRouteMutation(team.invite)
  const withKey = useIdempotencyKey()

  async function send(body: TeamInvitation) {
    const response = await invite(withKey(body)).catch(conflictAt('email'))
    flushSync(() => setInvited(response))
    focusTitle()
  }
  function again() {
    setInvited(undefined)
    focusTitle()
  }

  if (invited)
    return (
      <Invited user={invited} inviteAnotherLabel={t.inviteAnother} onInviteAnother={again} list={{ to: paths.team, label: t.toTeam }} />
    )

  return (
    <Page title={t.invite} about={<p className={classes.about}>{t.inviteAbout}</p>} width="reading">
      <Form schema={TeamInvitation} submit={userMessages.send} onSubmit={send}>
        <PersonFields />
        <RoleField />
      </Form>
    </Page>
  )
}
