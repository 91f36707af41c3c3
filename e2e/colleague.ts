import { routes } from '#contract/routes.ts'
import { chosen, type Portal } from './portal.ts'

/** The e-mail of another user of a company, who has set the password `chosen`. */
export async function colleagueOf(portal: Portal, company: string): Promise<string> {
  const body = { email: `is-arkadasi-${Date.now()}@example.com`, name: 'Umut', surname: 'Kaya' }
  const { activationLink = '' } = await portal.as('admin').call(routes.users.invite, { params: { company }, body })
  const token = new URL(activationLink).searchParams.get('token') ?? ''
  await portal.as('admin').call(routes.sessions.activate, { body: { token, email: body.email, password: chosen } })
  return body.email
}
