import { type Area, paths } from '#contract/paths.ts'
import { Invitation } from '#contract/people.ts'
import { useCompany } from '../companies/useCompany.ts'
import { useRouteMutation } from '../data/queries.ts'
import { peopleMessages as t, userMessages } from '../messages/current.ts'
import { QueryBoundary } from '../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../ui/layout/Skeleton.tsx'
import { inviteRoute } from './calls.ts'
import { InvitePage } from './InvitePage.tsx'
import { MembershipFields } from './MembershipFields.tsx'

export default function InviteUserPage({ area, company: id }: { area: Area; company: string }) {
  const query = useCompany(area, id)
  const invite = useRouteMutation(inviteRoute(area))
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
          list={{ to: paths.users(area, id), label: t.toUsers }}
        >
          <MembershipFields />
        </InvitePage>
      )}
    </QueryBoundary>
  )
}
