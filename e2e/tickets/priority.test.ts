import { routes } from '#contract/routes.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'

for (const { language, texts } of [
  {
    language: 'tr',
    texts: {
      standing: 'Makine duruyor',
      impaired: 'Üretim aksıyor',
      subject: 'Konu',
      message: 'Mesaj',
      machine: 'Makine',
      send: 'Talebi gönder',
      priority: 'Öncelik',
      changed: 'Öncelik değiştirildi.',
      line: 'Hüseyin Demir önceliği değiştirdi: Üretim aksıyor',
    },
  },
  {
    language: 'en',
    texts: {
      standing: 'Machine standing',
      impaired: 'Production impaired',
      subject: 'Title',
      message: 'Message',
      machine: 'Machine',
      send: 'Send the ticket',
      priority: 'Priority',
      changed: 'Priority changed.',
      line: 'Hüseyin Demir changed the priority: Production impaired',
    },
  },
] as const)
  test(`a customer says on a phone that the machine stands, and staff see it in the list and change it: ${language}`, async ({
    visit,
    portal,
  }) => {
    const { accounts } = await portal.as('customer').call(routes.companies.accounts)
    const title = `Mil durdu ${language} ${Math.random().toString(36).slice(2)}`
    const customer = await visit('customer', `/account/${accounts[0]?._id}/tickets/new`, {
      language,
      width: 360,
    })
    await customer.getByLabel(texts.machine, { exact: true }).selectOption({ index: 1 })
    await expect(customer.getByRole('radio', { name: 'Normal' })).toBeChecked()
    await customer.getByText(texts.standing, { exact: true }).click()
    await customer.getByLabel(texts.subject).fill(title)
    await customer.getByLabel(texts.message).fill('Dönmüyor.')
    expect(await findAccessibilityViolations(customer)).toEqual([])
    await customer.getByRole('button', { name: texts.send }).click()
    await expect(customer.getByRole('heading', { level: 1 })).toContainText(title)
    await expect(customer.getByText(texts.standing).first()).toBeVisible()

    const list = await visit('staff', '/staff/tickets', { language })
    const row = list.getByRole('row').filter({ hasText: title })
    await expect(row.getByText(texts.standing)).toBeVisible()
    expect(await findAccessibilityViolations(list)).toEqual([])
    await row.getByRole('link', { name: title }).first().click()
    await list.getByRole('combobox', { name: texts.priority }).selectOption(texts.impaired)
    await expect(list.getByText(texts.changed)).toBeVisible()
    await expect(list.getByText(texts.line)).toBeVisible()
    await expect(customer.getByText(texts.line)).toBeVisible()
    await expect(customer.getByRole('combobox', { name: texts.priority })).toHaveCount(0)
  })
