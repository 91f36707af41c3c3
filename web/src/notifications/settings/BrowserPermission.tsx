import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { refresh } from '../../data/queries.ts'
import { toast } from '../../data/toasts.ts'
import { useMe } from '../../identity/session/session.ts'
import { notificationMessages, notificationSettingsMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { browserPermission, isPushOn, isPushSupported } from '../push/browserSupport.ts'
import { mustBeInstalled } from '../push/mustBeInstalled.ts'
import { permitNotifications } from '../push/permitNotifications.ts'
import { pushStatusQuery } from '../push/pushStatusQuery.ts'
import classes from './NotificationSettingsPage.module.css'

/** Apart from the page: the shell loads it too, later. */
const loadPush = () => import('../push/push.ts')

type Props = { pushText: boolean; onChange: (change: { pushText: boolean }) => void }

/** Whether this browser shows notifications, also while the portal
 * is closed; the user permits it here or in the bell's list. */
export function BrowserPermission({ pushText, onChange }: Props) {
  const me = useMe()
  const { data } = useQuery(pushStatusQuery)
  const [permission, setPermission] = useState(browserPermission)
  const [isOn, setOn] = useState(() => isPushOn(me._id))
  const [isBusy, setBusy] = useState(false)
  const canPush = isPushSupported() && typeof data?.publicKey === 'string'
  const mayPush = data?.publicKey !== null // unknown at first, and most installations push
  const mustInstall = mayPush && mustBeInstalled()
  const others = Math.max(0, (data?.browsers ?? 0) - (isOn ? 1 : 0))

  async function run(work: () => Promise<unknown>) {
    setBusy(true)
    await work().catch(() => toast.error(notificationMessages.pushFailed))
    setPermission(browserPermission())
    setOn(isPushOn(me._id))
    setBusy(false)
    void refresh()
  }

  function describePermission(permission: NotificationPermission) {
    if (permission === 'granted' && isOn) return t.pushIsOn
    if (permission === 'default' && !(isPushSupported() && mayPush)) return t.onlyWhileOpen
    return t.permissions[permission]
  }

  if (permission === 'unsupported' && !mustInstall && others === 0) return null
  return (
    <Section title={t.thisBrowser}>
      {mustInstall && <p className={classes.about}>{t.installFirst}</p>}
      {permission !== 'unsupported' && (
        <p className={classes.about}>{describePermission(permission)}</p>
      )}
      <div className={classes.buttons}>
        {permission === 'default' && (
          <Button
            variant="plain"
            icon={IconBell}
            busy={isBusy}
            onClick={() => void run(() => permitNotifications(me._id))}
          >
            {notificationMessages.permit}
          </Button>
        )}
        {permission === 'granted' && canPush && !isOn && (
          <Button
            variant="plain"
            icon={IconBell}
            busy={isBusy}
            onClick={() => void run(async () => (await loadPush()).turnPushOn(me._id))}
          >
            {t.pushOn}
          </Button>
        )}
        {isOn && (
          <Button
            variant="plain"
            icon={IconBellOff}
            busy={isBusy}
            onClick={() => void run(async () => (await loadPush()).turnPushOff('here'))}
          >
            {t.pushOff}
          </Button>
        )}
        {others > 0 && (
          <Button
            variant="quiet"
            onClick={() => void run(async () => (await loadPush()).turnPushOff('everywhere'))}
          >
            {t.pushOffEverywhere(others)}
          </Button>
        )}
      </div>
      {(permission === 'granted' || others > 0) && (
        <label className={classes.option}>
          <input
            type="checkbox"
            checked={pushText}
            onChange={event => onChange({ pushText: event.target.checked })}
          />
          <span>{t.pushText}</span>
        </label>
      )}
    </Section>
  )
}
