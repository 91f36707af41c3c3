import { IconLogout, IconShieldLock, IconUserCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { hasDrafts } from '../../data/drafts.ts'
import { securityMessages } from '../../identity/account/securityMessages.ts'
import { useMe, useSignOut } from '../../identity/session/session.ts'
import { paths } from '../../navigation/paths.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'
import { shellMessages as t } from './messages.ts'
import { ThemeChoice } from './ThemeChoice.tsx'
import classes from './UserMenu.module.css'

/** Who is signed in, how the portal looks to them, and the way out. */
export function UserMenu() {
  const me = useMe()
  const signOut = useSignOut()
  const [asking, ask] = useState(false)
  return (
    <>
      <IconButton popoverTarget="user-menu" className={classes.opener} label={t.user(me.email)}>
        <IconUserCircle aria-hidden />
        <span className={classes.email}>{me.email}</span>
      </IconButton>
      <div id="user-menu" popover="auto" className={classes.menu}>
        <div>
          <strong>{me.name}</strong>
          <div className={classes.mail}>{me.email}</div>
        </div>
        <ThemeChoice />
        <LinkButton
          to={paths.security}
          look="plain"
          icon={<IconShieldLock aria-hidden />}
          onClick={event => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
        >
          {securityMessages.title}
        </LinkButton>
        <Button look="plain" icon={<IconLogout aria-hidden />} onClick={() => (hasDrafts(me._id) ? ask(true) : void signOut())}>
          {t.signOut}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={() => ask(false)}
        ask={t.signOutAsk}
        about={t.signOutAbout}
        yes={t.signOutYes}
        danger
        onYes={signOut}
      />
    </>
  )
}
