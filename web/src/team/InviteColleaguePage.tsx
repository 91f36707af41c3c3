import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type InvitedColleague, TeamInvitation, team } from '#contract/team.ts'
import { useAttempt } from '../idempotency.ts'
import { paths } from '../paths.ts'
import { useAction } from '../queries.ts'
import { conflictAt } from '../ui/conflictAt.ts'
import { Form } from '../ui/Form.tsx'
import { focusTitle } from '../ui/focusTitle.ts'
import { Page } from '../ui/Page.tsx'
import { Invited } from '../users/Invited.tsx'
import { userMessages } from '../users/messages.ts'
import { PersonFields } from '../users/PersonFields.tsx'
import { teamMessages as t } from './messages.ts'
import { RoleField } from './RoleField.tsx'
import classes from './team.module.css'

export default function InviteColleaguePage() {
  const [invited, setInvited] = useState<InvitedColleague>()
  const invite = useAction(team.invite)
  const attempt = useAttempt()

  async function send(body: TeamInvitation) {
    const answer = await invite(attempt(body)).catch(conflictAt('email'))
    flushSync(() => setInvited(answer))
    focusTitle()
  }
  function again() {
    setInvited(undefined)
    focusTitle()
  }

  if (invited) return <Invited user={invited} another={t.inviteAnother} onAnother={again} list={{ to: paths.team, label: t.toTeam }} />

  return (
    <Page title={t.invite} about={<p className={classes.about}>{t.inviteAbout}</p>} width="reading">
      <Form schema={TeamInvitation} submit={userMessages.send} onSubmit={send}>
        <PersonFields />
        <RoleField />
      </Form>
    </Page>
  )
}
