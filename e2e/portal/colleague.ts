import { routes } from '#contract/routes.ts'
import { type DemoPortal, newPassword } from './demo-portal.ts'

export async function addColleague(portal: DemoPortal, company: string): Promise<string> {
  const body = { email: `is-arkadasi-${Date.now()}@example.com`, name: 'Umut', surname: 'Kaya' }
  const { activationLink = '' } = await portal
    .as('admin')
    .call(routes.users.invite, { params: { company }, body })
  const token = new URL(activationLink).searchParams.get('token') ?? ''
  await portal
    .as('admin')
    .call(routes.sessions.activate, { body: { token, email: body.email, password: newPassword } })
  return body.email
}
