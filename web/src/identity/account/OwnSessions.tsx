import { IconDeviceDesktop, IconDeviceMobile, IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type Session, sessions } from '#contract/identity.ts'
import { paths } from '#contract/paths.ts'
import { useRouteMutation, useRouteQuery } from '../../data/queries.ts'
import { securityMessages as t } from '../../messages/current.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Tag } from '../../ui/controls/Tag.tsx'
import { AboutSubject, ConfirmButton, ConfirmOne } from '../../ui/dialog/ConfirmDialog.tsx'
import { useDialog } from '../../ui/dialog/useDialog.ts'
import { QueryBoundary } from '../../ui/layout/QueryBoundary.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import { Ago } from '../../ui/text/Ago.tsx'
import { dayOf, formatDayInText } from '../../ui/text/format.ts'
import { useMe } from '../session/session.ts'
import classes from './OwnSessions.module.css'

export function OwnSessions() {
  const { email } = useMe()
  const own = useRouteQuery(sessions.list)
  const end = useRouteMutation(sessions.end, ({ message }) => message)
  const endOthers = useRouteMutation(sessions.endOthers, ({ message }) => message)
  const ending = useDialog<Session>()

  return (
    <Section title={t.sessions}>
      <p className={classes.about}>
        <span>{t.sessionsAbout}</span>{' '}
        <Link to={paths.forgotPassword} search={{ mail: email }}>
          {t.resetPassword}
        </Link>
        <span>.</span>
      </p>
      <QueryBoundary query={own} skeleton={<Skeleton lines={2} height={56} />}>
        {({ sessions }) => (
          <>
            <ul className={classes.list}>
              {sessions.map(session => (
                <li key={session._id}>
                  {/^(iOS|Android)/.test(session.system) ? (
                    <IconDeviceMobile aria-hidden />
                  ) : (
                    <IconDeviceDesktop aria-hidden />
                  )}
                  <div className={classes.session}>
                    <span className={classes.name}>
                      <strong>{nameOf(session)}</strong>
                      {session.current && <Tag tone="accent">{t.here}</Tag>}
                      {session.dateKeptUntil && <Tag tone="idle">{t.kept}</Tag>}
                    </span>
                    <span className={classes.facts}>
                      <span>{session.address}</span>
                      <span>
                        <span>{t.used}</span>{' '}
                        {session.current ? (
                          <span>{t.now}</span>
                        ) : (
                          <Ago instant={session.dateUsed} />
                        )}
                      </span>
                      {session.dateKeptUntil && (
                        <span>
                          <span>{t.keptUntil}</span>{' '}
                          <time dateTime={session.dateKeptUntil}>
                            {formatDayInText(dayOf(session.dateKeptUntil))}
                          </time>
                        </span>
                      )}
                    </span>
                  </div>
                  {!session.current && (
                    <IconButton
                      icon={IconLogout}
                      label={t.endOf(nameOf(session))}
                      onClick={() => ending.open(session)}
                    />
                  )}
                </li>
              ))}
            </ul>
            {sessions.length > 1 && (
              <ConfirmButton
                icon={IconLogout}
                title={t.askEndOthers}
                about={<p>{t.endOthersAbout}</p>}
                confirmLabel={t.endOthers}
                onConfirm={() => endOthers({})}
              />
            )}
          </>
        )}
      </QueryBoundary>
      <ConfirmOne
        dialog={ending}
        title={t.askEnd}
        about={session => (
          <AboutSubject name={nameOf(session)} lines={[session.address, t.endAbout]} />
        )}
        confirmLabel={t.end}
        onConfirm={session => end({ params: { session: session._id } })}
      />
    </Section>
  )
}

const nameOf = ({ browser, system }: Session) =>
  [browser, system].filter(Boolean).join(' · ') || t.unknown
