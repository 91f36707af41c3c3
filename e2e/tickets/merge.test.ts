import { routes } from '#contract/routes.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'

// The team merges a duplicate into another ticket.

for (const { language, width, texts } of [
  {
    language: 'tr',
    width: 360,
    texts: {
      details: 'Talep bilgileri',
      merge: 'Başka taleple birleştir…',
      into: 'Şu taleple',
      submit: 'Birleştir',
      done: 'Talepler birleştirildi.',
      undo: 'Geri al',
      undone: 'Birleştirme geri alındı.',
    },
  },
  {
    language: 'en',
    width: 1280,
    texts: {
      details: 'Ticket details',
      merge: 'Merge into another…',
      into: 'Into',
      submit: 'Merge',
      done: 'The tickets were merged.',
      undo: 'Undo',
      undone: 'The merge was undone.',
    },
  },
] as const)
  test(`a colleague merges a duplicate, its address leads to the other ticket for both sides, and the merge is undone: ${language}, ${width} px`, async ({
    visit,
    portal,
  }) => {
    const target = await openTicket(portal)
    const duplicate = await openTicket(portal)
    const path = `/staff/companies/${duplicate.company}/tickets/${duplicate.ticket}`
    const page = await visit('staff', path, { language, width })
    if (width === 360) await page.getByText(texts.details, { exact: true }).click()
    await page.getByRole('button', { name: texts.merge }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(texts.into).selectOption(target.ticket)
    expect(await findAccessibilityViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: texts.submit, exact: true }).click()
    await expect(page.getByText(texts.done)).toBeVisible()
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toContainText(target.title)
    await expect(page.getByText('Piston altında yağ var.')).toHaveCount(2)

    const theirs = await visit('customer', duplicate.path, { language })
    await expect(theirs.getByRole('heading', { level: 1 })).toContainText(target.title)
    await expect(theirs.getByText(`#${duplicate.number}`)).toBeVisible()
    await expect(theirs.locator('[data-kind=merged]').getByRole('button')).toHaveCount(0)

    await page
      .locator('[data-kind=merged]')
      .getByRole('button', { name: texts.undo, exact: true })
      .click()
    await expect(page.getByText(texts.undone)).toBeVisible()
    await expect(page.getByText('Piston altında yağ var.')).toHaveCount(1)
    await page.goto(path)
    await expect(title).toContainText(duplicate.title)
  })

test('a draft on a ticket that is merged meanwhile is kept, beside a link to the other ticket', async ({
  visit,
  portal,
}) => {
  const target = await openTicket(portal)
  const duplicate = await openTicket(portal)
  const page = await visit('customer', duplicate.path)
  await page.getByRole('textbox', { name: 'Mesaj' }).fill('Bir şey daha var')
  await portal.as('staff').call(routes.tickets.merge, {
    params: { ticket: duplicate.ticket },
    body: { into: target.ticket },
  })
  await expect(page.getByText('Bu talep başka bir taleple birleştirildi:')).toBeVisible()
  await expect(page.getByText('Bir şey daha var')).toBeVisible()
  await page.getByRole('link', { name: target.title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(target.title)
})
