import type { ReactNode } from 'react'
import { Button } from '../ui/controls/Button.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Notice } from '../ui/layout/Notice.tsx'
import { Page } from '../ui/layout/Page.tsx'
import classes from './Invited.module.css'
import { PassOnLink } from './PassOnLink.tsx'
import { userMessages as t } from './userMessages.ts'

type Props = {
  user: { name: string; surname: string; email: string; pending: boolean; activationLink?: string | undefined }
  another: string
  onAnother: () => void
  /** The way to where they are listed. */
  list: { to: string; label: string }
}

/** Who was invited, what happens now, and where to go from here. */
export function Invited({ user, another, onAnother, list }: Props) {
  const { email, pending, activationLink } = user
  const who = `${user.name} ${user.surname}`
  const said: ReactNode = !pending ? t.addedKnown(email) : activationLink ? t.invitedByHand(email) : t.invitedByMail(email)
  return (
    <Page title={pending ? t.invited(who) : t.added(who)} width="reading">
      <div className={classes.invited}>
        <Notice tone={activationLink ? 'idle' : 'good'}>{said}</Notice>
        {activationLink && <PassOnLink link={activationLink} />}
        <div className={classes.ways}>
          <Button onClick={onAnother}>{another}</Button>
          <LinkButton to={list.to} look="plain">
            {list.label}
          </LinkButton>
        </div>
      </div>
    </Page>
  )
}
