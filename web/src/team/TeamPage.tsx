import { IconShieldOff, IconUserPlus, IconUsersGroup } from '@tabler/icons-react'
import { secondFactor } from '#contract/second-factor.ts'
import { type Colleague, team } from '#contract/team.ts'
import { paths } from '../paths.ts'
import { useAction } from '../queries.ts'
import { secondFactorMessages } from '../second-factor/messages.ts'
import { TeamRequirement, TeamStanding } from '../second-factor/TeamRequirement.tsx'
import { useMe } from '../sessions/session.ts'
import { ConfirmOne } from '../ui/ConfirmOne.tsx'
import { Empty } from '../ui/Empty.tsx'
import { dateTime } from '../ui/format.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { MailLink } from '../ui/MailLink.tsx'
import { Page } from '../ui/Page.tsx'
import { PhoneLink } from '../ui/PhoneLink.tsx'
import { Tag } from '../ui/Tag.tsx'
import { toast } from '../ui/toasts.ts'
import { useDialog } from '../ui/useDialog.ts'
import { useTable } from '../ui/useTable.ts'
import { userMessages } from '../users/messages.ts'
import { People } from '../users/People.tsx'
import { PersonName } from '../users/PersonName.tsx'
import { teamMessages as t } from './messages.ts'
import classes from './team.module.css'

/** The vendor's own people. Nobody removes themselves. */
export default function TeamPage() {
  const me = useMe()
  const list = useTable(team.list, {}, { sort: '-userRegistrationDate' })
  const remind = useAction(team.remind)
  const remove = useAction(team.remove)
  const reset = useAction(secondFactor.reset)
  const resetting = useDialog<Colleague>()

  async function resetOne(user: Colleague) {
    const { message } = await reset({ params: { user: user._id } })
    toast.success(message)
  }

  return (
    <Page
      title={t.title}
      about={
        <>
          <p className={classes.about}>{t.about}</p>
          <TeamStanding />
        </>
      }
      tools={<TeamRequirement />}
      action={
        <LinkButton to={paths.inviteColleague} icon={<IconUserPlus aria-hidden />}>
          {t.invite}
        </LinkButton>
      }
    >
      <People
        of={list}
        label={t.title}
        columns={[
          { id: 'name', label: userMessages.fullName, show: user => <PersonName {...user} me={user._id === me._id} /> },
          { id: 'role', label: t.role, show: user => t[user.role] },
          {
            id: 'secondFactor',
            label: secondFactorMessages.title,
            show: user =>
              !user.pending && (
                <Tag tone={user.secondFactor ? 'good' : 'idle'}>
                  {user.secondFactor ? secondFactorMessages.on : secondFactorMessages.off}
                </Tag>
              ),
          },
          { id: 'email', label: userMessages.email, show: user => <MailLink address={user.email} />, address: true },
          { id: 'phone', label: userMessages.phone, show: user => user.phone && <PhoneLink number={user.phone} /> },
          {
            id: 'userRegistrationDate',
            label: userMessages.registered,
            show: user => <time>{dateTime(user.userRegistrationDate)}</time>,
          },
        ]}
        changes={{
          onRemind: user => remind({ params: { user: user._id } }),
          onRemove: user => remove({ params: { user: user._id }, body: { email: user.email, pending: user.pending || undefined } }),
          also: user =>
            user.secondFactor &&
            user._id !== me._id && (
              <IconButton label={`${secondFactorMessages.reset}: ${user.name} ${user.surname}`} onClick={() => resetting.open(user)}>
                <IconShieldOff aria-hidden />
              </IconButton>
            ),
          mayRemove: user => user._id !== me._id,
          remove: t.remove,
          askRemove: t.askRemove,
          removeAbout: t.removeAbout,
          revokeAbout: t.revokeAbout,
        }}
        empty={
          <Empty icon={<IconUsersGroup aria-hidden />} title={t.none}>
            {t.noneHint}
          </Empty>
        }
      />
      <ConfirmOne
        dialog={resetting}
        ask={secondFactorMessages.askReset}
        about={user => (
          <>
            <p>
              <strong>{`${user.name} ${user.surname}`}</strong>
            </p>
            <p>{user.email}</p>
            <p>{secondFactorMessages.resetAbout}</p>
          </>
        )}
        yes={secondFactorMessages.reset}
        onYes={resetOne}
      />
    </Page>
  )
}
