import { IconShieldOff, IconUserPlus, IconUsersGroup } from '@tabler/icons-react'
import { secondFactor } from '#contract/identity.ts'
import { paths } from '#contract/paths.ts'
import { type Colleague, team } from '#contract/people.ts'
import { useRouteMutation, useRouteMutationInPlace } from '../data/queries.ts'
import {
  TeamRequirement,
  TeamRequirementStatus,
} from '../identity/second-factor/TeamRequirement.tsx'
import { useMe } from '../identity/session/session.ts'
import {
  administrationMessages,
  peopleMessages,
  secondFactorMessages,
  teamMessages as t,
} from '../messages/current.ts'
import { MailLink, PhoneLinks } from '../ui/controls/ContactLink.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Tag } from '../ui/controls/Tag.tsx'
import { AboutSubject, ConfirmOne } from '../ui/dialog/ConfirmDialog.tsx'
import { useDialog } from '../ui/dialog/useDialog.ts'
import { Page } from '../ui/layout/Page.tsx'
import { useTable } from '../ui/table/useTable.ts'
import { formatDateTime } from '../ui/text/format.ts'
import { ColleagueDialog } from './ColleagueDialog.tsx'
import { People } from './People.tsx'
import { PersonName } from './PersonName.tsx'
import classes from './people.module.css'

/** The vendor's team. Users cannot remove themselves. */
export default function TeamPage() {
  const me = useMe()
  const list = useTable(team.list, {}, { sort: '-userRegistrationDate' })
  const remind = useRouteMutationInPlace(team.remind)
  const remove = useRouteMutation(team.remove)
  const reset = useRouteMutation(secondFactor.reset, ({ message }) => message)
  const editing = useDialog<Colleague>()
  const resetting = useDialog<Colleague>()

  return (
    <Page
      title={administrationMessages.team}
      about={
        <>
          <p className={classes.about}>{t.about}</p>
          <TeamRequirementStatus />
        </>
      }
      tools={<TeamRequirement />}
      action={
        <LinkButton to={paths.inviteColleague} icon={IconUserPlus}>
          {administrationMessages.inviteColleague}
        </LinkButton>
      }
    >
      <People
        list={list}
        searched="people"
        label={administrationMessages.team}
        columns={[
          {
            id: 'name',
            label: peopleMessages.fullName,
            render: user => <PersonName {...user} me={user._id === me._id} />,
          },
          { id: 'role', label: t.role, render: user => t[user.role] },
          {
            id: 'secondFactor',
            label: secondFactorMessages.title,
            render: user =>
              !user.pending && (
                <Tag tone={user.secondFactor ? 'good' : 'idle'}>
                  {user.secondFactor ? secondFactorMessages.on : secondFactorMessages.off}
                </Tag>
              ),
          },
          {
            id: 'email',
            label: peopleMessages.email,
            render: user => <MailLink address={user.email} />,
            address: true,
          },
          {
            id: 'phone',
            label: peopleMessages.phone,
            render: user => user.phone && <PhoneLinks text={user.phone} />,
          },
          {
            id: 'userRegistrationDate',
            label: peopleMessages.registered,
            render: user => <time>{formatDateTime(user.userRegistrationDate)}</time>,
          },
        ]}
        changes={{
          onEdit: editing.open,
          onRemind: user => remind({ params: { user: user._id } }),
          onRemove: user =>
            remove({
              params: { user: user._id },
              body: { email: user.email, pending: user.pending || undefined },
            }),
          extraActions: user =>
            user.secondFactor &&
            user._id !== me._id && (
              <IconButton
                icon={IconShieldOff}
                label={`${secondFactorMessages.reset}: ${user.name} ${user.surname}`}
                onClick={() => resetting.open(user)}
              />
            ),
          canRemove: user => user._id !== me._id,
          texts: t,
        }}
        empty={{ icon: IconUsersGroup, title: t.none, hint: t.noneHint }}
      />
      <ColleagueDialog dialog={editing} />
      <ConfirmOne
        dialog={resetting}
        title={secondFactorMessages.askReset}
        about={user => (
          <AboutSubject
            name={`${user.name} ${user.surname}`}
            lines={[user.email, secondFactorMessages.resetAbout]}
          />
        )}
        confirmLabel={secondFactorMessages.reset}
        onConfirm={user => reset({ params: { user: user._id } })}
      />
    </Page>
  )
}
