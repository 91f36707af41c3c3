import { routes } from '#contract/routes.ts'
import type { DemoPortal } from '../portal/demo-portal.ts'
import { addFile } from '../portal/file.ts'
import { assignMachine, unique } from '../portal/machine.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'

// Beside the conversation, and before a second ticket about one machine.

/** A machine with two files, a closed and an open ticket. */
async function useMachine(portal: DemoPortal) {
  const at = await assignMachine(portal)
  const { company, companyMachine } = at
  await addFile(portal, 'Kullanım kılavuzu.txt', { machine: at.machine })
  await addFile(portal, 'Hava filtresi değişimi.txt', { company, companyMachine })
  const open = async (title: string) =>
    portal.as('customer').call(routes.tickets.open, {
      params: { company },
      body: { title, machine: companyMachine, message: 'Bakar mısınız?' },
    })
  const earlier = await open(unique('Yağ kaçırıyor'))
  await portal.as('staff').call(routes.tickets.change, {
    params: { ticket: earlier._id },
    body: { status: 'closed' },
  })
  return { ...at, earlier, ticket: await open(unique('Mil ısınıyor')) }
}

test("beside a ticket a colleague reaches its requester, the machine's files and its earlier tickets", async ({
  visit,
  portal,
}) => {
  const { company, ticket, earlier } = await useMachine(portal)
  const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket._id}`, {
    language: 'en',
    width: 360,
  })
  await page.getByText('Ticket details', { exact: true }).click()
  const section = (name: string) =>
    page.locator('section', { has: page.getByRole('heading', { name, exact: true }) })
  await expect(section('Requester').getByRole('link', { name: /@/ })).toHaveAttribute(
    'href',
    /^mailto:/,
  )
  await expect(section('Files of the machine').getByRole('link')).toHaveText([
    'Hava filtresi değişimi.txt',
    'Kullanım kılavuzu.txt',
  ])
  await expect(section('Other open tickets of the company').getByRole('link').first()).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await section('Other tickets for this machine').getByRole('link', { name: earlier.title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(earlier.title)
})

test('a customer finds the files of the machine beside their ticket', async ({ visit, portal }) => {
  const { company, ticket } = await useMachine(portal)
  const page = await visit('customer', `/account/${company}/tickets/${ticket._id}`)
  await expect(page.getByRole('link', { name: 'Kullanım kılavuzu.txt' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Talep eden' })).toHaveCount(0)
})

test('before a second ticket a customer is shown the open one on the machine, and the file about it', async ({
  visit,
  portal,
}) => {
  const { company, companyMachine, ticket } = await useMachine(portal)
  const page = await visit(
    'customer',
    `/account/${company}/tickets/new?machine=${companyMachine}`,
    { width: 360 },
  )
  await expect(page.getByText('Bu makine için açık talepler var.')).toBeVisible()
  await page.getByLabel('Konu').fill('Filtreyi nasıl değiştiririz?')
  await expect(page.getByRole('link', { name: 'Hava filtresi değişimi.txt' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Kullanım kılavuzu.txt' })).toHaveCount(0)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: ticket.title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(ticket.title)
})

test('the second of two messages of one author stands close to the first, with the name at its time', async ({
  visit,
  portal,
}) => {
  const { company, ticket } = await useMachine(portal)
  const page = await visit('customer', `/account/${company}/tickets/${ticket._id}`)
  const field = page.getByRole('textbox', { name: 'Mesaj' })
  for (const text of ['Fotoğrafı da yolluyorum.', 'Bir de şu var.']) {
    await field.fill(text)
    await page.getByRole('button', { name: 'Gönder', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Yazışma' }).getByText(text)).toBeVisible()
    await expect(field).toHaveValue('')
  }
  const messages = page.getByRole('list', { name: 'Yazışma' }).locator('li[id]')
  await expect(messages).toHaveCount(3)
  await expect(page.locator('li[data-continued]')).toHaveCount(2)
  const name = await messages.first().locator('strong').first().textContent()
  for (const message of await page.locator('li[data-continued]').all())
    await expect(message).toHaveText(
      new RegExp(`${name}·\\d\\d-\\d\\d-\\d{4} \\d\\d:\\d\\d:\\d\\d·`),
    )
})
