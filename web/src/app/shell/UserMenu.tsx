import {
  IconBell,
  IconKeyboard,
  IconLogout,
  IconMessageBolt,
  IconShieldLock,
  IconUser,
  IconUserCircle,
} from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { paths } from '#contract/paths.ts'
import { chooseTheme, useTheme } from '../../browser/theme.ts'
import { useNarrow } from '../../browser/useNarrow.ts'
import { hasDrafts, hasWritten } from '../../data/drafts.ts'
import { areaOf, useMe, useSignOut } from '../../identity/session/session.ts'
import { replyMessages, shellMessages as t } from '../../messages/current.ts'
import { isPushOn } from '../../notifications/push/browserSupport.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Choice } from '../../ui/controls/Choice.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'
import { listShortcuts } from './Shortcuts.tsx'
import classes from './UserMenu.module.css'

export function UserMenu() {
  const me = useMe()
  const narrow = useNarrow()
  const endSession = useSignOut()
  async function signOut() {
    if (isPushOn(me._id))
      void import('../../notifications/push/push.ts')
        .then(({ pausePush }) => pausePush())
        .catch(() => {}) // the server ends it too
    await endSession()
  }
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <IconButton
        icon={IconUserCircle}
        popoverTarget="user-menu"
        className={classes.opener}
        label={t.user(me.email)}
      >
        <span className={classes.email}>{me.email}</span>
      </IconButton>
      <div id="user-menu" popover="auto" className={classes.menu}>
        <div>
          <strong>{me.name}</strong>
          <div className={classes.mail}>{me.email}</div>
        </div>
        <ThemeChoice />
        <LinkButton to={paths.profile} variant="plain" icon={IconUser} onClick={closeMenu}>
          {t.profile}
        </LinkButton>
        <LinkButton to={paths.security} variant="plain" icon={IconShieldLock} onClick={closeMenu}>
          {t.security}
        </LinkButton>
        <LinkButton
          to={paths.notificationSettings}
          variant="plain"
          icon={IconBell}
          onClick={closeMenu}
        >
          {t.notificationSettings}
        </LinkButton>
        {areaOf(me) !== 'account' && (
          <LinkButton
            to={paths.savedReplies}
            variant="plain"
            icon={IconMessageBolt}
            onClick={closeMenu}
          >
            {replyMessages.title}
          </LinkButton>
        )}
        {areaOf(me) !== 'account' && !narrow && (
          <Button
            variant="plain"
            icon={IconKeyboard}
            onClick={event => {
              closeMenu(event)
              listShortcuts()
            }}
          >
            {t.shortcuts}
          </Button>
        )}
        <Button
          variant="plain"
          icon={IconLogout}
          onClick={() => (hasDrafts(me._id) ? setConfirming(true) : void signOut())}
        >
          {t.signOut}
        </Button>
      </div>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        title={t.signOutAsk}
        about={hasWritten(me._id) ? t.signOutAbout : t.signOutFiles}
        confirmLabel={t.signOutYes}
        danger
        onConfirm={signOut}
      />
    </>
  )
}

const closeMenu = ({ currentTarget }: MouseEvent<HTMLElement>) =>
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()

const ThemeChoice = () => (
  <Choice
    label={t.theme}
    value={useTheme()}
    options={[
      ['light', t.light],
      ['dark', t.dark],
      ['auto', t.auto],
    ]}
    onChange={chooseTheme}
  />
)
