import { createPng } from '../portal/png.ts'
import { expect, test } from '../support/visit.ts'

test('a customer opens a ticket with a photo, staff answer, the customer closes, reopens and archives it', async ({
  visit,
}) => {
  test.setTimeout(120_000)
  const customer = await visit('customer', '/accounts')
  await customer.getByRole('table').getByRole('link').first().click()
  await customer.getByRole('link', { name: 'Yeni talep' }).click()
  const title = `Ana mil ses yapıyor ${Date.now()}`
  await customer.getByLabel('Makine', { exact: true }).selectOption({ index: 1 })
  await customer.getByLabel('Konu').fill(title)
  await customer.getByLabel('Mesaj').fill('3000 devrin üzerinde başlıyor.\nFotoğraf ekte.')
  await customer
    .getByLabel('Dosya ekle')
    .setInputFiles({ name: 'ana mil İç.png', mimeType: 'image/png', buffer: createPng() })
  await expect(customer.getByText('· Yüklendi')).toBeVisible()
  await customer.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(customer.getByRole('heading', { name: title })).toBeVisible()
  await expect(customer.getByRole('list', { name: 'Yazışma' })).toContainText(
    '3000 devrin üzerinde başlıyor.',
  )

  await test.step('the photo opens large', async () => {
    await customer.getByRole('button', { name: 'Büyüt: ana mil İç.png' }).click()
    const large = customer.getByRole('dialog').getByRole('img', { name: 'ana mil İç.png' })
    await expect
      .poll(() => large.evaluate(image => (image as HTMLImageElement).naturalWidth))
      .toBe(32)
    await customer.keyboard.press('Escape')
    await expect(customer.getByRole('button', { name: 'Büyüt: ana mil İç.png' })).toBeFocused()
  })

  await test.step('and can be downloaded', async () => {
    const download = customer.waitForEvent('download')
    await customer.getByRole('link', { name: 'İndir: ana mil İç.png' }).click()
    expect((await download).suggestedFilename()).toBe('ana mil İç.png')
  })

  const staff = await visit('staff', '/')
  await staff.getByRole('link', { name: title }).click()
  await expect(staff.getByText('Destek', { exact: true })).toBeVisible()
  await staff.getByLabel('Mesaj yazın').fill('Yağ basıncını okur musunuz?')
  await staff.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect(staff.getByRole('listitem').filter({ hasText: 'Destek ekibi' })).toContainText(
    'Yağ basıncını okur musunuz?',
  )

  await test.step('the customer sees the answer without a reload', async () => {
    // polls every ten seconds
    await expect(customer.getByText('Yağ basıncını okur musunuz?')).toBeVisible()
  })

  const close = async () => {
    await customer.getByRole('button', { name: 'Talebi kapat' }).click()
    await expect(customer.getByRole('dialog', { name: 'Talep kapatılsın mı?' })).toContainText(
      title,
    )
    await customer.getByRole('dialog').getByRole('button', { name: 'Talebi kapat' }).click()
    await expect(customer.getByRole('dialog')).toHaveCount(0)
  }
  await close()
  await expect(customer.getByText('Talep kapatıldı.')).toBeVisible()
  await expect(customer.getByRole('heading', { name: title })).toBeFocused()

  await customer
    .getByLabel('Mesaj yazın')
    .fill('Yine ses geldi, biraz yağ ekledim; şimdi sorun yok.')
  await customer.getByRole('button', { name: 'Gönder' }).click()
  await expect(
    customer.getByRole('listitem').filter({ hasText: 'şimdi sorun yok.' }),
  ).not.toContainText('Gönderiliyor')
  await close()

  await customer.getByRole('button', { name: 'Talebi arşivle' }).click()
  await customer.getByRole('dialog').getByRole('button', { name: 'Talebi arşivle' }).click()
  await expect(customer.getByText('Bu talep arşivlendi; yeni mesaj yazılamaz.')).toBeVisible()
  await expect(customer.getByLabel('Mesaj yazın')).toHaveCount(0)

  await customer.getByRole('link', { name: 'Talepler' }).last().click()
  // the ticket's page has the word too
  await expect(customer.getByRole('radio', { name: 'Arşiv' })).toBeAttached()
  await customer.getByText('Arşiv', { exact: true }).click()
  await expect(customer.getByRole('link', { name: title, exact: true })).toBeVisible()
})
