import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { addFile, row, textFile, uploads } from '../portal/file.ts'
import { addMachine, assignMachine } from '../portal/machine.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { createPng } from '../portal/png.ts'
import { expect, test } from '../support/visit.ts'

// What people copy elsewhere and paste or drop here.

const cells = {
  text: 'SN-4711\tTorna',
  html: '<table><tr><td>SN-4711</td><td>Torna</td></tr></table>',
}

/** Puts a picture on the clipboard, and cells with it as a spreadsheet does. */
async function copyPicture(page: Page, { text = '', html = '' } = {}) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(
    async ({ png, text, html }) => {
      const bytes = Uint8Array.from(atob(png), letter => letter.charCodeAt(0))
      await navigator.clipboard.write([
        new ClipboardItem({
          'image/png': new Blob([bytes], { type: 'image/png' }),
          ...(text && { 'text/plain': new Blob([text], { type: 'text/plain' }) }),
          ...(html && { 'text/html': new Blob([html], { type: 'text/html' }) }),
        }),
      ])
    },
    { png: Buffer.from(createPng()).toString('base64'), text, html },
  )
}

const paste = (page: Page) => page.keyboard.press('ControlOrMeta+v')

/** Drops files on the page. */
const drop = (page: Page, names: string[]) =>
  page.evaluate(names => {
    const dataTransfer = new DataTransfer()
    for (const name of names) dataTransfer.items.add(new File(['bırakıldı'], name))
    const target = document.querySelector('dialog:modal') ?? document.body
    for (const kind of ['dragenter', 'dragover', 'drop'])
      target.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }))
  }, names)

test.describe('in a message', () => {
  test('cells of a spreadsheet are text, and a file that was chosen before stays', async ({
    visit,
    portal,
  }) => {
    const { path } = await openTicket(portal)
    const page = await visit('customer', path)
    const form = page.locator('form')
    await page.getByLabel('Dosya ekle').first().setInputFiles(textFile('alarm.log'))
    await copyPicture(page, cells)
    await page.getByLabel('Mesaj yazın').focus()
    await paste(page)
    await expect(page.getByLabel('Mesaj yazın')).toHaveValue(cells.text)
    await expect(form.getByText('alarm.log', { exact: true })).toBeVisible()
    await expect(form.getByText(/image\.png/)).toHaveCount(0)
  })

  test('cells of a spreadsheet replace no file while a button has the focus', async ({
    visit,
    portal,
  }) => {
    const { path } = await openTicket(portal)
    const page = await visit('customer', path)
    const form = page.locator('form')
    await page.getByLabel('Dosya ekle').first().setInputFiles(textFile('alarm.log'))
    await page.getByLabel('Mesaj yazın').fill('Ekte')
    await copyPicture(page, cells)
    await form.getByRole('button', { name: 'Gönder' }).focus()
    await paste(page)
    await expect(form.getByText('alarm.log', { exact: true })).toBeVisible()
    await expect(form.getByText(/image\.png/)).toHaveCount(0)
  })

  test('a picture is its file', async ({ visit, portal }) => {
    const { path } = await openTicket(portal)
    const page = await visit('customer', path)
    await copyPicture(page)
    await page.getByLabel('Mesaj yazın').focus()
    await paste(page)
    await expect(page.locator('form').getByText('image.png', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Mesaj yazın')).toHaveValue('')
  })

  test('nothing of the clipboard becomes its file while the focus is elsewhere', async ({
    visit,
    portal,
  }) => {
    const { path } = await openTicket(portal)
    const page = await visit('customer', path)
    await copyPicture(page)
    await page.getByRole('heading', { level: 1 }).focus()
    await paste(page)
    await page.getByLabel('Mesaj yazın').fill('Ekte dosya yok')
    await expect(page.locator('form').getByText('image.png')).toHaveCount(0)
  })

  test('a picture of the conversation is not its file when it is dragged over the page', async ({
    visit,
    portal,
  }) => {
    const { path } = await openTicket(portal)
    const page = await visit('customer', path)
    await page
      .getByLabel('Dosya ekle')
      .first()
      .setInputFiles({ name: 'mil.png', mimeType: 'image/png', buffer: createPng() })
    await page.getByLabel('Mesaj yazın').fill('Ekte')
    await page.getByLabel('Mesaj yazın').press('Control+Enter')
    const picture = page.getByRole('button', { name: 'Büyüt: mil.png' }).locator('img')
    await expect
      .poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
    await picture.dragTo(page.getByRole('button', { name: 'Gönder' }))
    await page.getByLabel('Mesaj yazın').fill('Ekte dosya yok')
    await expect(page.getByRole('button', { name: /^Kaldır: / })).toHaveCount(0)
  })
})

test('a picture that is pasted while a new ticket is written is its file, cells are text', async ({
  visit,
  portal,
}) => {
  const { company } = await openTicket(portal)
  const page = await visit('customer', `/account/${company}/tickets/new`)
  await copyPicture(page, cells)
  await page.getByLabel('Konu').focus()
  await paste(page)
  await expect(page.getByLabel('Konu')).toHaveValue(cells.text)
  await expect(page.locator('form').getByText('image.png')).toHaveCount(0)
  await copyPicture(page)
  await paste(page)
  await expect(page.locator('form').getByText('image.png', { exact: true })).toBeVisible()
})

test.describe('at a machine of the catalogue', () => {
  test('what is pasted into the search becomes no file of its customers', async ({
    visit,
    portal,
  }) => {
    const { machine, path } = await addMachine(portal)
    await addFile(portal, 'Çizim SN-4711.txt', { machine })
    const page = await visit('admin', path)
    const search = page.getByPlaceholder(/kayıtta ara/)
    await copyPicture(page, cells)
    await search.focus()
    await paste(page)
    await expect(search).toHaveValue('SN-4711\tTorna')
    await search.fill('')
    await copyPicture(page)
    await paste(page)
    await search.fill('SN-4711')
    await expect(page.getByRole('rowheader')).toHaveCount(1)
    await expect(uploads(page)).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('dropped and pasted files are added after a question that says who sees them', async ({
    visit,
    portal,
  }) => {
    const { path } = await addMachine(portal)
    const page = await visit('admin', path, { language: 'en' })
    const dialog = page.getByRole('dialog', { name: 'Add these files?' })
    const area = page.getByRole('region', {
      name: 'Drop files on the page, or select this area and paste them.',
    })
    await expect(area).toBeVisible()
    await drop(page, ['yanlış.txt'])
    await expect(dialog).toContainText('yanlış.txt')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await drop(page, ['a.txt', 'b.txt'])
    await expect(dialog).toContainText('a.txt, b.txt')
    await expect(dialog).toContainText('Every company that has this machine sees them.')
    await dialog.getByRole('button', { name: 'Add files' }).click()
    await expect(row(page, 'a.txt')).toBeVisible()
    await copyPicture(page)
    await area.click()
    await paste(page)
    await expect(dialog).toContainText('image.png')
    await dialog.getByRole('button', { name: 'Add files' }).click()
    await expect(row(page, 'image.png')).toBeVisible()
    await expect(page.getByRole('rowheader')).toHaveCount(3)
  })
})

for (const [user, path] of [
  ['admin', '/admin/machines'],
  ['customer', '/'],
  [null, '/login'],
] as const)
  test(`a file that is dropped where none is taken does not replace the page: ${path}`, async ({
    visit,
  }) => {
    const page = await visit(user, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const arePrevented = await page.evaluate(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['bırakıldı'], 'yanlış.txt'))
      const send = (kind: string) =>
        document.body.dispatchEvent(
          new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }),
        )
      return ['dragover', 'drop'].map(kind => !send(kind))
    })
    expect(arePrevented).toEqual([true, true])
  })

test('an attachment that a mail program drops without its file is said to be unreadable', async ({
  visit,
  portal,
}) => {
  const { path } = await addMachine(portal)
  const page = await visit('admin', path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('region').first()).toBeVisible()
  await page.evaluate(() => {
    const event = new DragEvent('drop', { bubbles: true, cancelable: true })
    Object.defineProperty(event, 'dataTransfer', {
      value: { types: ['Files'], files: [], dropEffect: 'none' },
    })
    document.body.dispatchEvent(event)
  })
  await expect(page.getByRole('alert').getByText('Dosya okunamıyor')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a file that is dropped beside an open dialog is not added to the machine behind it', async ({
  visit,
  portal,
}) => {
  const { company, companyMachine } = await assignMachine(portal)
  const page = await visit('admin', `/admin/companies/${company}/machines/${companyMachine}`)
  await page.getByRole('button', { name: 'Bilgileri düzenle' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await drop(page, ['yanlış.txt'])
  await page.getByRole('dialog').getByRole('button', { name: 'Vazgeç' }).click()
  await drop(page, ['doğru.txt'])
  const question = page.getByRole('dialog', { name: 'Bu dosyalar eklensin mi?' })
  await expect(question).toContainText('doğru.txt')
  await expect(question).toContainText('Bu firma görür.')
  await question.getByRole('button', { name: 'Dosya ekle' }).click()
  await expect(row(page, 'doğru.txt')).toContainText('Özel')
  await expect(row(page, 'yanlış.txt')).toHaveCount(0)
})

test.describe('control characters of a PDF or a slide, and direction marks of a contact', () => {
  test('are left out of a message, and everything else is sent', async ({ visit, portal }) => {
    const { path, company, ticket } = await openTicket(portal)
    const page = await visit('customer', path)
    await page.getByLabel('Mesaj yazın').fill('Hidrolik ko\u0002ruma\vdevre dışı:\tE-217\0')
    await page.getByRole('button', { name: 'Gönder' }).click()
    await expect(
      page.getByRole('list', { name: 'Yazışma' }).getByText('Hidrolik koruma'),
    ).toBeVisible()
    await expect(page.getByText('Gönderiliyor…')).toHaveCount(0)
    const { conversation } = await portal
      .as('customer')
      .call(routes.tickets.getOfAccount, { params: { company, ticket } })
    expect(conversation.at(-1)?.message).toBe('Hidrolik koruma\ndevre dışı:\tE-217')
  })

  test('are left out of a new ticket, whose subject is one line', async ({ visit, portal }) => {
    const { company } = await openTicket(portal)
    const page = await visit('customer', `/account/${company}/tickets/new`)
    await page.getByLabel('Makine', { exact: true }).selectOption({ index: 1 })
    await page.getByLabel('Konu').fill('\u202aAlarm\tE-217\u202c\u0002')
    await page.getByLabel('Mesaj').fill('Piston\u0007 altında yağ var.')
    await page.getByRole('button', { name: 'Talebi gönder' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^#\d+ Alarm E-217$/)
    await expect(page.getByText('Piston altında yağ var.')).toBeVisible()
  })

  test('are left out of a search', async ({ visit, portal }) => {
    const { name } = await addMachine(portal)
    const page = await visit('admin', '/admin/machines')
    await page.getByPlaceholder(/kayıtta ara/).fill(`\u202a${name}\u202c\0`)
    await expect(page.getByRole('rowheader')).toHaveCount(1)
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  })
})
