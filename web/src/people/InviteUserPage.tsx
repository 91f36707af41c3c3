import { Invitation, users } from '#contract/users.ts'
import { useCompany } from '../companies/useCompany.ts'
import { useRouteMutation } from '../data/queries.ts'
import { userMessages as t } from '../messages/current.ts'
import { paths } from '../navigation/paths.ts'
import { TextField } from '../ui/form/TextField.tsx'
import { Failed } from '../ui/layout/Failed.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { InvitePage } from './InvitePage.tsx'
import classes from './people.module.css'

export default function InviteUserPage({ company: id }: { company: string }) {
  const { data: company, error, refetch } = useCompany('admin', id)
  const invite = useRouteMutation(users.invite)

  if (error && !company)
    return (
      <Page title={t.invite}>
        <Failed error={error} retry={refetch} />
      </Page>
    )

  return (
    <InvitePage
      title={t.invite}
      about={company ? t.inviteAbout(company.name) : ' '}
      schema={Invitation}
      onInvite={request => invite({ params: { company: id }, ...request })}
      inviteAnotherLabel={t.inviteAnother}
      list={{ to: paths.users('admin', id), label: t.toUsers }}
    >
      <div className={classes.pair}>
        <TextField name="department" label={t.department} autoComplete="off" />
        <TextField name="position" label={t.position} autoComplete="off" />
      </div>
    </InvitePage>
  )
}
