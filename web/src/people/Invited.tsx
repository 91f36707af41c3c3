import type { ReactNode } from 'react'
import { peopleMessages as t } from '../messages/current.ts'
import { Button } from '../ui/controls/Button.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Notice } from '../ui/layout/Notice.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { InvitationLink } from './InvitationLink.tsx'
import classes from './Invited.module.css'

export type InvitedPerson = {
  name: string
  surname: string
  email: string
  pending: boolean
  activationLink?: string | undefined
}

type Props = {
  user: InvitedPerson
  inviteAnotherLabel: string
  onInviteAnother: () => void
  list: { to: string; label: string }
}

export function Invited({ user, inviteAnotherLabel, onInviteAnother, list }: Props) {
  const { email, pending, activationLink } = user
  const fullName = `${user.name} ${user.surname}`
  const notice: ReactNode = !pending
    ? t.addedKnown(email)
    : activationLink
      ? t.invitedByHand(email)
      : t.invitedByMail(email)
  return (
    <Page title={pending ? t.invited(fullName) : t.added(fullName)} width="reading">
      <div className={classes.invited}>
        <Notice tone={activationLink ? 'idle' : 'good'}>{notice}</Notice>
        {activationLink && <InvitationLink link={activationLink} />}
        <div className={classes.actions}>
          <Button onClick={onInviteAnother}>{inviteAnotherLabel}</Button>
          <LinkButton to={list.to} variant="plain">
            {list.label}
          </LinkButton>
        </div>
      </div>
    </Page>
  )
}
