import { IconAddressBook, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { type Area, paths } from '#contract/paths.ts'
import { type User, users } from '#contract/people.ts'
import { useRouteMutation, useRouteMutationInPlace } from '../data/queries.ts'
import { useCanAdminister } from '../identity/session/session.ts'
import { peopleMessages as t, userMessages } from '../messages/current.ts'
import { Button } from '../ui/controls/Button.tsx'
import { MailLink, PhoneLinks } from '../ui/controls/ContactLink.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { useDialog } from '../ui/dialog/useDialog.ts'
import { Page } from '../ui/layout/Page.tsx'
import { useTable } from '../ui/table/useTable.ts'
import { formatDateTime } from '../ui/text/format.ts'
import { ContactDialog } from './ContactDialog.tsx'
import { remindRoute, useMayInvite, userListRoute } from './calls.ts'
import { People } from './People.tsx'
import { PersonName } from './PersonName.tsx'
import { UserDialog } from './UserDialog.tsx'

/** A company's people. The team adds contacts; administrators, or staff where the
 * vendor lets them, invite; administrators correct and remove. */
export default function UsersPage({ area, company }: { area: Area; company: string }) {
  const list = useTable(
    userListRoute(area),
    { params: { company } },
    { sort: '-userRegistrationDate' },
  )
  const canInvite = useMayInvite(area)
  const canRemove = useCanAdminister(users.remove, area)
  const editing = useDialog<User>()
  const remind = useRouteMutationInPlace(remindRoute(area))
  const remove = useRouteMutation(users.remove)
  const onRemove = (user: User) =>
    remove({
      params: { company, user: user._id },
      body: { email: user.email, pending: user.pending || undefined },
    })
  const adding = useDialog<true>()
  const actions = (
    <>
      <Button
        variant={canInvite ? 'plain' : 'primary'}
        icon={IconAddressBook}
        onClick={() => adding.open(true)}
      >
        {t.addContact}
      </Button>
      {canInvite && (
        <LinkButton to={paths.inviteUser(area, company)} icon={IconUserPlus}>
          {userMessages.invite}
        </LinkButton>
      )}
    </>
  )

  return (
    <Page title={userMessages.title} action={actions}>
      <People
        list={list}
        searched="people"
        label={userMessages.title}
        columns={[
          { id: 'name', label: t.fullName, render: user => <PersonName {...user} /> },
          {
            id: 'email',
            label: t.email,
            render: user => user.email && <MailLink address={user.email} />,
            address: true,
          },
          {
            id: 'phone',
            label: t.phone,
            render: user => user.phone && <PhoneLinks text={user.phone} />,
          },
          { id: 'department', label: t.department, render: user => user.department },
          { id: 'position', label: t.position, render: user => user.position },
          {
            id: 'userRegistrationDate',
            label: t.registered,
            render: user => <time>{formatDateTime(user.userRegistrationDate)}</time>,
          },
        ]}
        changes={
          canInvite && {
            ...(canRemove && { onEdit: editing.open, onRemove }),
            onRemind: (user, email) =>
              remind({ params: { company, user: user._id }, body: email ? { email } : undefined }),
            texts: t,
          }
        }
        empty={{
          icon: IconUsers,
          title: userMessages.none,
          hint: canInvite ? userMessages.noneAdmin : userMessages.noneStaff,
        }}
      />
      <ContactDialog company={company} dialog={adding} />
      {canRemove && <UserDialog company={company} dialog={editing} />}
    </Page>
  )
}
