import { paths } from '#contract/paths.ts'
import { Invitation, users } from '#contract/people.ts'
import { useCompany } from '../companies/useCompany.ts'
import { useRouteMutation } from '../data/queries.ts'
import { peopleMessages as t, userMessages } from '../messages/current.ts'
import { QueryBoundary } from '../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../ui/layout/Skeleton.tsx'
import { InvitePage } from './InvitePage.tsx'
import { MembershipFields } from './MembershipFields.tsx'

export default function InviteUserPage({ company: id }: { company: string }) {
  const query = useCompany('admin', id)
  const invite = useRouteMutation(users.invite)
  return (
    <QueryBoundary
      query={query}
      title={userMessages.invite}
      skeleton={<Skeleton lines={3} height={60} />}
    >
      {company => (
        <InvitePage
          title={userMessages.invite}
          about={t.inviteAbout(company.name)}
          schema={Invitation}
          onInvite={request => invite({ params: { company: id }, ...request })}
          inviteAnotherLabel={t.inviteAnother}
          usualLanguage={t.usualLanguage}
          list={{ to: paths.users('admin', id), label: t.toUsers }}
        >
          <MembershipFields />
        </InvitePage>
      )}
    </QueryBoundary>
  )
}
