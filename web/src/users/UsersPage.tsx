import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { users } from '#contract/users.ts'
import { type Area, paths } from '../paths.ts'
import { useAction } from '../queries.ts'
import { useMay } from '../sessions/session.ts'
import { Empty } from '../ui/Empty.tsx'
import { dateTime } from '../ui/format.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { MailLink } from '../ui/MailLink.tsx'
import { Page } from '../ui/Page.tsx'
import { PhoneLink } from '../ui/PhoneLink.tsx'
import { useTable } from '../ui/useTable.ts'
import { usersOf } from './calls.ts'
import { userMessages as t } from './messages.ts'
import { People } from './People.tsx'
import { PersonName } from './PersonName.tsx'

/** A company's users. Staff read; the administrator invites, reminds and removes. */
export default function UsersPage({ area, company }: { area: Area; company: string }) {
  const list = useTable(usersOf(area), { params: { company } }, { sort: '-userRegistrationDate' })
  const mayInvite = useMay(users.invite)
  const mayRemove = useMay(users.remove)
  const remind = useAction(users.remind)
  const remove = useAction(users.remove)
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
