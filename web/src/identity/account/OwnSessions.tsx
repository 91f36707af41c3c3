import { IconDeviceDesktop, IconDeviceMobile, IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type Session, sessions } from '#contract/sessions.ts'
import { useRouteMutation, useRouteQuery } from '../../data/queries.ts'
import { toast } from '../../data/toasts.ts'
import { securityMessages as t } from '../../messages/current.ts'
import { paths } from '../../navigation/paths.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Tag } from '../../ui/controls/Tag.tsx'
import { ConfirmButton } from '../../ui/dialog/ConfirmButton.tsx'
import { ConfirmOne } from '../../ui/dialog/ConfirmOne.tsx'
import { useDialog } from '../../ui/dialog/useDialog.ts'
import { Failed } from '../../ui/layout/Failed.tsx'
import { Part } from '../../ui/layout/Part.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import { Ago } from '../../ui/text/Ago.tsx'
import { useMe } from '../session/session.ts'
import classes from './OwnSessions.module.css'

/** The user's sessions, which they can end one by one, or all others at once. */
export function OwnSessions() {
  const { email } = useMe()
  const { data, error, refetch } = useRouteQuery(sessions.list)
  const end = useRouteMutation(sessions.end)
  const endOthers = useRouteMutation(sessions.endOthers, ({ message }) => message)
  const ending = useDialog<Session>()

  async function endOne(session: Session) {
    const { message } = await end({ params: { session: session._id } })
    toast.success(message)
  }

  return (
    <Part title={t.sessions}>
      <p className={classes.about}>
        {t.sessionsAbout}{' '}
        <Link to={paths.forgotPassword} search={{ mail: email }}>
          {t.resetPassword}
        </Link>
        .
      </p>
      {!data && (error ? <Failed error={error} retry={refetch} /> : <Skeleton lines={2} height={56} />)}
      {data && (
        <ul className={classes.list}>
          {data.sessions.map(session => (
            <li key={session._id}>
              {/^(iOS|Android)/.test(session.system) ? <IconDeviceMobile aria-hidden /> : <IconDeviceDesktop aria-hidden />}
              <div className={classes.session}>
                <span className={classes.name}>
                  <strong>{nameOf(session)}</strong>
                  {session.current && <Tag tone="accent">{t.here}</Tag>}
                </span>
                <span className={classes.facts}>
                  <span>{session.address}</span>
                  <span>
                    {t.used} {session.current ? t.now : <Ago instant={session.dateUsed} />}
                  </span>
                </span>
              </div>
              {!session.current && (
                <IconButton label={t.endOf(nameOf(session))} onClick={() => ending.open(session)}>
                  <IconLogout aria-hidden />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && data.sessions.length > 1 && (
        <ConfirmButton
          icon={<IconLogout aria-hidden />}
          title={t.askEndOthers}
          about={<p>{t.endOthersAbout}</p>}
          confirmLabel={t.endOthers}
          onConfirm={() => endOthers({})}
        />
      )}
      <ConfirmOne
        dialog={ending}
        title={t.askEnd}
        about={session => (
          <>
            <p>
              <strong>{nameOf(session)}</strong>
            </p>
            <p>{session.address}</p>
            <p>{t.endAbout}</p>
          </>
        )}
        confirmLabel={t.end}
        onConfirm={endOne}
      />
    </Part>
  )
}

const nameOf = ({ browser, system }: Session) => [browser, system].filter(Boolean).join(' · ') || t.unknown
