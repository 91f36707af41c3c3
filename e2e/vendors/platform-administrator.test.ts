import { acceptInvitation, createCompany, invite } from '../portal/invitations.ts'
import { assignMachine } from '../portal/machine.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { expect, test } from '../support/visit.ts'

test('a platform administrator changes companies and users in the administrators’ area, and only reads them in that of the staff', async ({
  visit,
  portal,
}) => {
  const { company } = await createCompany(portal)
  await acceptInvitation(portal, await invite(portal, company, { name: 'İnci', surname: 'Şahin' }))
  const token = await portal.addOperator()
  const page = await visit({ token }, '/admin/companies')
  await expect(page.getByRole('button', { name: 'Firma ekle' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Sil: / }).first()).toBeVisible()
  await page.goto(`/admin/companies/${company}/users`)
  await expect(page.getByRole('button', { name: 'Kullanıcıyı sil: İnci Şahin' })).toBeVisible()
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Kullanıcı davet et' }),
  ).toBeVisible()

  await page.goto('/staff/companies')
  await expect(page.getByRole('link', { name: /^Aç: / }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Firma ekle|Düzenle: |Sil: )/ })).toHaveCount(0)
  await page.goto(`/staff/companies/${company}/users`)
  await expect(page.getByRole('rowheader', { name: 'İnci Şahin' })).toBeVisible()
  await expect(page.getByRole('button', { name: /İnci Şahin$/ })).toHaveCount(0)
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Kullanıcı davet et' }),
  ).toHaveCount(0)
  await page.goto(`/staff/companies/${company}/machines`)
  await expect(page.getByText('Bu firmaya atanan makineler burada görünür.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Makine ata' })).toHaveCount(0)
})

test('a platform administrator opens the accounts, machines and tickets of every company as its users see them', async ({
  visit,
  portal,
}) => {
  const { path, title } = await openTicket(portal)
  const { company, name } = await createCompany(portal)
  const { serialNumber } = await assignMachine(portal, { company })
  const page = await visit({ token: await portal.addOperator() }, '/accounts')
  await expect(page.getByRole('rowheader').first()).toHaveText(name)
  await page.getByRole('link', { name: `Aç: ${name}` }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Makine ayarları/ })
    .click()
  await expect(page.getByRole('row').filter({ hasText: serialNumber })).toBeVisible()
  await page.goto(path)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
})
