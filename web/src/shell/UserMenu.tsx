import { ActionIcon, Button } from '@mantine/core'
import { IconLogout, IconUserCircle } from '@tabler/icons-react'
import { useMe, useSignOut } from '../sessions/session.ts'
import { shellMessages as t } from './messages.ts'
import { ThemeChoice } from './ThemeChoice.tsx'
import classes from './UserMenu.module.css'

/** Who is signed in, how the portal looks to them, and the way out. */
export function UserMenu() {
  const me = useMe()
  const signOut = useSignOut()
  return (
    <>
      <ActionIcon variant="subtle" color="gray" popoverTarget="user-menu" className={classes.opener} aria-label={t.user(me.email)}>
        <IconUserCircle aria-hidden />
        <span className={classes.email}>{me.email}</span>
      </ActionIcon>
      <div id="user-menu" popover="auto" className={classes.menu}>
        <div>
          <strong>{me.name}</strong>
          <div className={classes.mail}>{me.email}</div>
        </div>
        <ThemeChoice />
        <Button variant="default" leftSection={<IconLogout aria-hidden />} onClick={() => void signOut()}>
          {t.signOut}
        </Button>
      </div>
    </>
  )
}
