import { IconBell, IconChecks, IconSettings } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { maxNotifications, notifications } from '#contract/notifications.ts'
import { paths } from '#contract/paths.ts'
import { pollInterval } from '../data/live.ts'
import { useRouteMutation, useRouteQuery } from '../data/queries.ts'
import { areaOf, hasAddress, useMe } from '../identity/session/session.ts'
import { OtherSession } from '../identity/sign-in/OtherSession.tsx'
import { shellMessages, notificationMessages as t } from '../messages/current.ts'
import { Button } from '../ui/controls/Button.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Empty } from '../ui/layout/Empty.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { QueryBoundary } from '../ui/layout/QueryBoundary.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { Skeleton } from '../ui/layout/Skeleton.tsx'
import { foldByTicket } from './bell/foldByTicket.ts'
import { NotificationList } from './bell/NotificationList.tsx'
import classes from './NotificationsPage.module.css'

/** What the bell has and more, with room to read it.
 * `mail` in the address: the recipient of the mail that has led here. */
export default function NotificationsPage() {
  const { mail } = useSearch({ strict: false })
  const query = useRouteQuery(
    notifications.list,
    { query: { size: String(maxNotifications) } },
    { refetchInterval: () => pollInterval('bell') },
  )
  const read = useRouteMutation(notifications.read)
  const area = areaOf(useMe())
  const unread = query.data?.unread ?? 0
  const tools = (
    <>
      <Button
        variant="plain"
        icon={IconChecks}
        aria-disabled={unread === 0} // stays, so that the focus does
        onClick={() => void (unread > 0 && read({ body: {} }).catch(() => {}))}
      >
        {t.markAllRead}
      </Button>
      <LinkButton to={paths.notificationSettings} variant="plain" icon={IconSettings}>
        {shellMessages.notificationSettings}
      </LinkButton>
    </>
  )
  return (
    <Page title={t.bell} tools={tools} width="reading">
      <div className={classes.notices}>
        {mail && <OtherSession isFor={me => hasAddress(me, mail)} />}
      </div>
      <QueryBoundary query={query} skeleton={<Skeleton lines={6} height={64} />}>
        {({ notifications }) => {
          const groups = foldByTicket(notifications)
          const sections = [
            { title: t.unreadTitle, groups: groups.filter(({ isRead }) => !isRead) },
            { title: t.readTitle, groups: groups.filter(({ isRead }) => isRead) },
          ].filter(({ groups }) => groups.length > 0)
          if (sections.length === 0)
            return <Empty icon={IconBell} title={t.none} hint={t.noneHint} />
          return (
            <div className={classes.sections}>
              {sections.map(({ title, groups }) => (
                <Section key={title} title={title}>
                  <NotificationList groups={groups} area={area} />
                </Section>
              ))}
            </div>
          )
        }}
      </QueryBoundary>
    </Page>
  )
}
