import { routes } from '#contract/routes.ts'
import { chosen, type Portal } from './portal.ts'

let count = 0
export const nextEmail = () => `davetli-${Date.now()}-${++count}@example.com`

/** A new company of the demo's vendor, so that nobody else's users are in its list. */
export async function newCompany(portal: Portal, name = `Iğdır Döküm ${Date.now()}`) {
  const { _id } = await portal.as('admin').call(routes.companies.create, { body: { name } })
  return { company: _id, name, users: `/admin/companies/${_id}/users` }
}
export const invite = (portal: Portal, company: string, person: { name: string; surname: string; email?: string; phone?: string }) =>
  portal.as('admin').call(routes.users.invite, { params: { company }, body: { email: nextEmail(), department: 'Bakım', ...person } })

/** Somebody invited who has set a password. */
export async function join(portal: Portal, company: string, person: { name: string; surname: string; email?: string; phone?: string }) {
  const user = await invite(portal, company, person)
  await takeUp(portal, user)
  return user
}
/** Sets a password, as who is invited does by their link. */
export async function takeUp(portal: Portal, user: Awaited<ReturnType<typeof invite>>) {
  const token = new URL(user.activationLink ?? '').searchParams.get('token') ?? ''
  await fetch(`${portal.url}/api/v1/domain/localhost/user/activate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, email: user.email, password: chosen }),
  })
}
