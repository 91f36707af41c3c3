import { expect, test } from '../support/visit.ts'

test('a colleague writes, previews, changes and deletes a reply of the team', async ({
  visit,
  portal,
}) => {
  const vendor = await portal.newVendor()
  const page = await visit({ token: vendor.admin }, `${vendor.url}/`, {
    allowedConsole: /status of 409/,
  })
  await page.getByRole('button', { name: /@/ }).click()
  await page.getByRole('link', { name: 'Hazır yanıtlar' }).click()
  await expect(page.getByText('Henüz hazır yanıt yok')).toBeVisible()

  const dialog = page.getByRole('dialog', { name: 'Yeni hazır yanıt' })
  await page.getByRole('button', { name: 'Yeni hazır yanıt' }).click()
  await dialog.getByLabel('Kısa kod').fill('garanti')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(dialog.getByText('En az bir dilde metin yazın.')).toBeVisible()
  await dialog.getByLabel('Türkçe metin').fill('Seri: ')
  await dialog.getByRole('button', { name: '{seri} seri numarası: ekle' }).click()
  await expect(dialog.getByLabel('Türkçe metin')).toHaveValue('Seri: {seri}')
  await dialog.getByLabel('Türkçe metin').pressSequentially(' {tarih}')
  const preview = dialog.getByRole('region', { name: 'Önizleme' })
  await expect(preview).toContainText('Seri: SN-1042 {tarih}')
  await expect(preview.locator('mark')).toHaveText('{tarih}')
  await dialog.getByLabel('Tüm ekip').check()
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByRole('heading', { name: '/garanti' })).toBeVisible()

  await page.getByRole('button', { name: 'Yeni hazır yanıt' }).click()
  await dialog.getByLabel('Kısa kod').fill('GARANTİ')
  await dialog.getByLabel('Türkçe metin').fill('Başka')
  await dialog.getByLabel('Tüm ekip').check()
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(dialog.getByText('Bu kısa kodla kayıtlı bir yanıt zaten var')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'yanıtını düzenle' }).click()
  const editing = page.getByRole('dialog')
  await editing.getByLabel('Türkçe metin').fill('Garantiniz sürüyor.')
  await editing.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Garantiniz sürüyor.')).toBeVisible()
  await page.getByRole('button', { name: 'yanıtını sil' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hazır yanıtı sil' }).click()
  await expect(page.getByText('Henüz hazır yanıt yok')).toBeVisible()
})
