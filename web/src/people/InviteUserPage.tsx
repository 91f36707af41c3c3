import { paths } from '#contract/paths.ts'
import { Invitation, users } from '#contract/people.ts'
import { useCompany } from '../companies/useCompany.ts'
import { useRouteMutation } from '../data/queries.ts'
import { userMessages as t } from '../messages/current.ts'
import { TextField } from '../ui/form/TextField.tsx'
import { QueryBoundary } from '../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../ui/layout/Skeleton.tsx'
import { InvitePage } from './InvitePage.tsx'
import classes from './people.module.css'

export default function InviteUserPage({ company: id }: { company: string }) {
  const query = useCompany('admin', id)
  const invite = useRouteMutation(users.invite)
  return (
    <QueryBoundary query={query} title={t.invite} skeleton={<Skeleton lines={3} height={60} />}>
      {company => (
        <InvitePage
          title={t.invite}
          about={t.inviteAbout(company.name)}
          schema={Invitation}
          onInvite={request => invite({ params: { company: id }, ...request })}
          inviteAnotherLabel={t.inviteAnother}
          usualLanguage={t.usualLanguage}
          list={{ to: paths.users('admin', id), label: t.toUsers }}
        >
          <div className={classes.pair}>
            <TextField name="department" label={t.department} autoComplete="off" />
            <TextField name="position" label={t.position} autoComplete="off" />
          </div>
        </InvitePage>
      )}
    </QueryBoundary>
  )
}
