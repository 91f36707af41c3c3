import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { users } from '#contract/users.ts'
import { useRouteMutation } from '../data/queries.ts'
import { useIsAllowed } from '../identity/session/session.ts'
import { type Area, paths } from '../navigation/paths.ts'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { MailLink } from '../ui/controls/MailLink.tsx'
import { PhoneLink } from '../ui/controls/PhoneLink.tsx'
import { Empty } from '../ui/layout/Empty.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { useTable } from '../ui/table/useTable.ts'
import { dateTime } from '../ui/text/format.ts'
import { usersOf } from './calls.ts'
import { People } from './People.tsx'
import { PersonName } from './PersonName.tsx'
import { userMessages as t } from './userMessages.ts'

/** A company's users. Staff read; the administrator invites, reminds and removes. */
export default function UsersPage({ area, company }: { area: Area; company: string }) {
  const list = useTable(usersOf(area), { params: { company } }, { sort: '-userRegistrationDate' })
  const mayInvite = useIsAllowed(users.invite)
  const mayRemove = useIsAllowed(users.remove)
  const remind = useRouteMutation(users.remind)
  const remove = useRouteMutation(users.remove)
  const invite = mayInvite && (
    <LinkButton to={paths.inviteUser(company)} icon={<IconUserPlus aria-hidden />}>
      {t.invite}
    </LinkButton>
  )

  return (
    <Page title={t.title} action={invite}>
      <People
        of={list}
        label={t.title}
        columns={[
          { id: 'name', label: t.fullName, show: user => <PersonName {...user} /> },
          { id: 'email', label: t.email, show: user => <MailLink address={user.email} />, address: true },
          { id: 'phone', label: t.phone, show: user => user.phone && <PhoneLink number={user.phone} /> },
          { id: 'department', label: t.department, show: user => user.department },
          { id: 'position', label: t.position, show: user => user.position },
          { id: 'userRegistrationDate', label: t.registered, show: user => <time>{dateTime(user.userRegistrationDate)}</time> },
        ]}
        changes={
          mayRemove
            ? {
                onRemind: user => remind({ params: { company, user: user._id } }),
                onRemove: user =>
                  remove({ params: { company, user: user._id }, body: { email: user.email, pending: user.pending || undefined } }),
                remove: t.remove,
                askRemove: t.askRemove,
                removeAbout: t.removeAbout,
                revokeAbout: t.revokeAbout,
              }
            : undefined
        }
        empty={
          <Empty icon={<IconUsers aria-hidden />} title={t.none}>
            {mayInvite ? t.noneAdmin : t.noneStaff}
          </Empty>
        }
      />
    </Page>
  )
}
