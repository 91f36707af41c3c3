import { routes } from '#contract/routes.ts'
import { type DemoPortal, newPassword } from './demo-portal.ts'

let count = 0
export const nextEmail = () => `davetli-${Date.now()}-${++count}@example.com`

export async function createCompany(portal: DemoPortal, name = `Iğdır Döküm ${Date.now()}`) {
  const { _id } = await portal.as('admin').call(routes.companies.create, { body: { name } })
  return { company: _id, name, users: `/admin/companies/${_id}/users` }
}
export const invite = (
  portal: DemoPortal,
  company: string,
  person: { name: string; surname: string; email?: string; phone?: string },
) =>
  portal.as('admin').call(routes.users.invite, {
    params: { company },
    body: { email: nextEmail(), department: 'Bakım', ...person },
  })

export async function addUser(
  portal: DemoPortal,
  company: string,
  person: { name: string; surname: string; email?: string; phone?: string },
) {
  const user = await invite(portal, company, person)
  await acceptInvitation(portal, user)
  return user
}
export async function acceptInvitation(
  portal: DemoPortal,
  user: { email: string; activationLink?: string | undefined },
) {
  const token = new URL(user.activationLink ?? '').searchParams.get('token') ?? ''
  await fetch(`${portal.url}/api/v1/domain/localhost/user/activate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, email: user.email, password: newPassword }),
  })
}
