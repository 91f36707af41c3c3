import type { TeamRole } from '#contract/people.ts'
import { routes } from '#contract/routes.ts'
import { type DemoPortal, newPassword } from '../portal/demo-portal.ts'
import { expect, test } from '../support/visit.ts'

let count = 0
const nextEmail = () => `ekipten-${Date.now()}-${++count}@example.com`

const invite = (portal: DemoPortal, surname: string, role: TeamRole = 'staff') =>
  portal
    .as('admin')
    .call(routes.team.invite, { body: { email: nextEmail(), name: 'İclal', surname, role } })

async function addMember(portal: DemoPortal, surname: string, role: TeamRole = 'staff') {
  const colleague = await invite(portal, surname, role)
  await acceptInvitation(portal, colleague)
  return colleague
}
async function acceptInvitation(portal: DemoPortal, colleague: Awaited<ReturnType<typeof invite>>) {
  const token = new URL(colleague.activationLink ?? '').searchParams.get('token') ?? ''
  await fetch(`${portal.url}/api/v1/domain/localhost/user/activate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, email: colleague.email, password: newPassword }),
  })
}

test('an administrator invites a support person with the keyboard alone, who signs in as staff', async ({
  visit,
}) => {
  const email = nextEmail()
  const page = await visit('admin', '/admin/companies')
  await expect(page.getByRole('heading', { name: 'Firmalar' })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Menü' })
    .getByRole('link', { name: 'Ekip' })
    .press('Enter')
  await expect(page.getByRole('heading', { name: 'Ekip' })).toBeFocused()
  await page.getByRole('link', { name: 'Ekibe davet et' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Ekibe davet et' })).toBeFocused()
  for (const typed of ['İclal', 'Iğdır', email, '']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(typed)
  }
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: /Destek görevlisi/ })).toBeFocused()
  await expect(page.getByRole('radio', { name: /Destek görevlisi/ })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'İclal Iğdır davet edildi' })).toBeFocused()

  const link = new URL(await page.getByLabel('Davet bağlantısı').inputValue())
  const guest = await visit(null, link.pathname + link.search)
  await guest.getByLabel('Yeni parola').fill(newPassword)
  await guest.getByLabel('Parola (tekrar)').fill(newPassword)
  await guest.getByRole('button', { name: 'Hesabı etkinleştir' }).click()
  await guest.getByRole('link', { name: 'Devam et' }).click()
  await expect(guest).toHaveURL(/\/staff\/companies$/)
  await expect(guest.getByRole('link', { name: 'Ekip' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Ekibe git' }).click()
  await expect(
    page.getByRole('row', { name: /İclal Iğdır/ }).filter({ hasText: email }),
  ).toContainText('Destek görevlisi')
})

test('a further administrator is invited in English, and manages the portal', async ({ visit }) => {
  const page = await visit('admin', '/admin/team/invite', { language: 'en' })
  await page.getByLabel('Name', { exact: true }).fill('İnci')
  await page.getByLabel('Surname').fill('Şahin')
  const email = nextEmail()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('radio', { name: /Domain administrator/ }).check()
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByRole('heading', { name: 'İnci Şahin is invited' })).toBeFocused()
  await page.getByRole('button', { name: 'Invite another colleague' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  await page
    .getByRole('navigation', { name: 'You are here' })
    .getByRole('link', { name: 'Team' })
    .click()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Domain administrator')
  await expect(row).toContainText('Invited')
})

test('a customer cannot be invited to the team, and the reason is shown', async ({ visit }) => {
  const page = await visit('admin', '/admin/team/invite', { allowedConsole: /status of 409/ })
  await page.getByLabel('Ad', { exact: true }).fill('Ayşe')
  await page.getByLabel('Soyad').fill('Yılmaz')
  await page.getByLabel('E-posta').fill('customer@demo.test')
  await page.getByRole('button', { name: 'Daveti gönder' }).click()
  await expect(page.getByLabel('E-posta')).toBeFocused()
  await expect(page.getByLabel('E-posta')).toHaveAccessibleDescription(
    /Bu e-posta adresi bir müşterinize ait\./,
  )
})

test('a pending invitation is sent again and revoked, after which its link no longer works', async ({
  visit,
  portal,
}) => {
  const { email } = await invite(portal, 'Bekleyen')
  const page = await visit('admin', '/admin/team')
  const row = page.getByRole('row').filter({ hasText: email })
  await row.getByRole('button', { name: 'Daveti yeniden gönder: İclal Bekleyen' }).click()
  const link = await page.getByRole('dialog').getByLabel('Davet bağlantısı').inputValue()
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Daveti iptal et: İclal Bekleyen' }).click()
  await expect(page.getByRole('dialog', { name: 'Davet iptal edilsin mi?' })).toContainText(
    'artık ekibe katılamaz',
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Daveti iptal et' }).click()
  await expect(page.getByText('Davet iptal edildi.')).toBeVisible()
  await expect(row).toHaveCount(0)
  const guest = await visit(null, link.slice(portal.url.length))
  await expect(guest.getByText('Bu bağlantı artık geçerli değil.')).toBeVisible()
})

// Security: 7.4.5
test('a removed team member is signed out at once', async ({ visit, portal }) => {
  const { email } = await addMember(portal, 'Giden')
  const token = await portal.signIn(email, newPassword)
  const memberPage = await visit({ token }, '/staff/companies', {
    allowedConsole: /status of 401/,
  })
  await expect(memberPage.getByRole('heading', { name: 'Firmalar' })).toBeVisible()
  const page = await visit('admin', '/admin/team', { language: 'en' })
  await page
    .getByRole('row')
    .filter({ hasText: email })
    .getByRole('button', { name: 'Remove from the team: İclal Giden' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Remove from the team?' })
  await expect(dialog).toContainText(email)
  await dialog.getByRole('button', { name: 'Remove from the team' }).click()
  await expect(page.getByText('Deletion successful.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: email })).toHaveCount(0)
  await expect(portal.call(token, routes.sessions.me, {})).rejects.toThrow(/: 401/)
  await expect(memberPage.getByText('Oturumunuz sona erdi.')).toBeVisible()
})

test('an administrator cannot remove themselves', async ({ visit }) => {
  const page = await visit('admin', '/admin/team')
  const row = page.getByRole('row').filter({ hasText: 'admin@demo.test' })
  await expect(row).toContainText('Siz')
  await expect(row.getByRole('button', { name: /^Ekipten çıkar/ })).toHaveCount(0)
})

test('a refused removal leaves the dialog open with the reason', async ({ visit, portal }) => {
  const { email, _id: user } = await addMember(portal, 'Uçan', 'admin')
  const page = await visit('admin', '/admin/team', { allowedConsole: /status of 404/ })
  await page
    .getByRole('row')
    .filter({ hasText: email })
    .getByRole('button', { name: 'Ekipten çıkar: İclal Uçan' })
    .click()
  await portal.as('admin').call(routes.team.remove, { params: { user }, body: { email } })
  await page.getByRole('dialog').getByRole('button', { name: 'Ekipten çıkar' }).click()
  await expect(page.getByRole('dialog').getByText('Aradığınız kayıt bulunamadı.')).toBeVisible()
})

for (const role of ['staff', 'customer'] as const) {
  test(`the team’s page refuses ${role === 'staff' ? 'staff' : 'a customer'}`, async ({
    visit,
  }) => {
    const page = await visit(role, '/admin/team')
    await expect(page).toHaveURL(/\/403\?from=%2Fadmin%2Fteam$/)
  })
}

test('an accepted invitation to the team cannot be revoked', async ({ visit, portal }) => {
  const colleague = await invite(portal, 'Yetişen')
  const page = await visit('admin', '/admin/team', {
    allowedConsole: /status of 409/,
    language: 'en',
  })
  const row = page.getByRole('row').filter({ hasText: colleague.email })
  await row.getByRole('button', { name: 'Revoke the invitation: İclal Yetişen' }).click()
  await acceptInvitation(portal, colleague)
  const dialog = page.getByRole('dialog', { name: 'Revoke this invitation?' })
  await dialog.getByRole('button', { name: 'Revoke the invitation' }).click()
  await expect(dialog.getByText('This user has already activated their account.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(
    row.getByRole('button', { name: 'Remove from the team: İclal Yetişen' }),
  ).toBeVisible()
})
