import type { Locator } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { newPassword } from '../portal/demo-portal.ts'
import { addUser, createCompany } from '../portal/invitations.ts'
import { assignMachine } from '../portal/machine.ts'
import { openTicket, reply } from '../portal/open-ticket.ts'
import { expect, test } from '../support/visit.ts'

const box = async (element: Locator) =>
  (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

test('the composer grows with its text up to a limit, and stays visible', async ({
  visit,
  portal,
}) => {
  const { path, ticket } = await openTicket(portal)
  for (let i = 0; i < 12; i++) await reply(portal, ticket, `Satır ${i}\n\n\nSatır`)
  const page = await visit('customer', path)
  const composer = page.getByLabel('Mesaj yazın')
  const one = (await composer.boundingBox())?.height ?? 0
  await composer.fill('satır\n'.repeat(4))
  expect((await composer.boundingBox())?.height).toBeGreaterThan(one * 2)
  await composer.fill('satır\n'.repeat(200))
  expect((await composer.boundingBox())?.height).toBeLessThan(800 * 0.4)
  await page.mouse.move(500, 300)
  await page.mouse.wheel(0, -2_000)
  await expect(composer).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Gönder' })).toBeInViewport()
})

test('long names, messages and words fit into every window', async ({ visit, portal }) => {
  const { path, ticket } = await openTicket(
    portal,
    `Ana mil ${'ğ'.repeat(60)} ${'titreşim '.repeat(6)}`,
  )
  await reply(portal, ticket, `${'kelime '.repeat(1_400)}${'y'.repeat(180)}`)
  await reply(portal, ticket, `https://example.com/${'a'.repeat(500)}`)
  const page = await visit('customer', '/403')
  const hidden = async () => {
    const bubble = await page.getByRole('listitem').filter({ hasText: 'example.com' }).boundingBox()
    const composer = await page.getByLabel('Mesaj yazın').boundingBox()
    return (bubble?.y ?? 0) + (bubble?.height ?? 0) - (composer?.y ?? 0)
  }
  for (const { width, height } of [
    { width: 320, height: 640 },
    { width: 360, height: 740 },
    { width: 640, height: 400 },
    { width: 768, height: 1_024 },
    { width: 1_280, height: 800 },
    { width: 1_920, height: 1_080 },
  ]) {
    await page.setViewportSize({ width, height })
    await page.goto(path)
    await expect(page.getByRole('link', { name: /example\.com/ })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expect.poll(hidden, `in ${width} by ${height}`).toBeLessThanOrEqual(0)
  }
})

test('the events of a ticket fit into 320 pixels, with the time below a long name', async ({
  visit,
  portal,
}) => {
  const { company } = await createCompany(portal)
  const { companyMachine: machine } = await assignMachine(portal, { company })
  const { email } = await addUser(portal, company, {
    name: 'Abdülkerim Şemsettin',
    surname: 'Ş'.repeat(60),
  })
  const token = await portal.signIn(email, newPassword)
  const { _id: ticket } = await portal.call(token, routes.tickets.open, {
    params: { company },
    body: { title: 'Isı', machine },
  })
  for (const status of ['closed', 'open', 'closed', 'archived'] as const)
    await portal.call(token, routes.tickets.changeOfAccount, {
      params: { company, ticket },
      body: { status },
    })
  const page = await visit({ token }, `/account/${company}/tickets/${ticket}`, { width: 320 })
  const events = page.getByRole('listitem').filter({ hasText: 'Abdülkerim' })
  await expect(events).toHaveCount(5)
  await expect(events.filter({ hasText: 'talebi kapattı' })).toHaveCount(2)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  for (const event of await events.all()) {
    const [list, name, time] = [
      await box(event),
      await box(event.getByText('Abdülkerim')),
      await box(event.locator('time')),
    ]
    expect(name.x + name.width).toBeLessThanOrEqual(list.x + list.width)
    expect(time.y).toBeGreaterThanOrEqual(name.y + name.height - 1)
    expect(time.x).toBe(name.x)
  }
})

for (const width of [360, 800, 1_280])
  test(`a toast leaves the composer free in a window of ${width} pixels, and stays in its corner elsewhere`, async ({
    visit,
    portal,
  }) => {
    const { path, ticket, company } = await openTicket(portal)
    for (let i = 0; i < 6; i++) await reply(portal, ticket, `Satır ${i}\n\n\nSatır`)
    const page = await visit('customer', path, { width })
    const file = page.locator('input[type=file]').first()
    const toast = page.getByRole('alert').filter({ hasText: 'Bu dosya boş.' })
    await file.setInputFiles({ name: 'boş.log', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
    const composer = page.locator('form').filter({ has: page.getByLabel('Mesaj yazın') })
    const isApart = async () => {
      const [above, below] = [await box(toast), await box(composer)]
      return above.height > 0 && above.y + above.height <= below.y
    }
    await toast.hover()
    await expect.poll(isApart).toBe(true)
    await page.getByLabel('Mesaj yazın').fill('satır\n'.repeat(6))
    await expect.poll(isApart).toBe(true)

    await page.goto(`/account/${company}/tickets/new`)
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'boş.log', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
    const { y, height } = await box(toast)
    if (width > 767) expect(Math.round(800 - y - height)).toBe(16)
    else expect(y).toBeLessThan(16)
  })
