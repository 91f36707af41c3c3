import { expect, test } from '../support/visit.ts'

const texts = {
  tr: {
    title: 'Hazır yanıtlar',
    none: 'Henüz hazır yanıt yok',
    add: 'Yeni hazır yanıt',
    shortcode: 'Kısa kod',
    turkish: 'Türkçe metin',
    insert: '{seri} seri numarası: ekle',
    team: 'Bütün ekip',
    preview: 'Önizleme',
    save: 'Kaydet',
    needed: 'En az bir dilde metin yazın.',
    taken: 'Bu kısa kodla kayıtlı bir yanıt zaten var',
    edit: 'yanıtını düzenle',
    remove: 'Hazır yanıtı sil',
    removeOf: 'yanıtını sil',
  },
  en: {
    title: 'Saved replies',
    none: 'No saved replies yet',
    add: 'New saved reply',
    shortcode: 'Shortcode',
    turkish: 'Turkish text',
    insert: 'Insert: {serial} the serial number',
    team: 'The whole team',
    preview: 'Preview',
    save: 'Save',
    needed: 'Write the text in one language at least.',
    taken: 'A reply with this shortcode is saved already',
    edit: 'Edit the reply',
    remove: 'Delete the saved reply',
    removeOf: 'Delete the reply',
  },
} as const

for (const language of ['tr', 'en'] as const) {
  const t = texts[language]
  test(`a colleague writes, previews, changes and deletes a reply of the team: ${language}`, async ({
    visit,
    portal,
  }) => {
    const vendor = await portal.newVendor()
    const page = await visit({ token: vendor.admin }, `${vendor.url}/`, {
      language,
      allowedConsole: /status of 409/,
    })
    await page.getByRole('button', { name: /@/ }).click()
    await page.getByRole('link', { name: t.title }).click()
    await expect(page.getByText(t.none)).toBeVisible()

    const dialog = page.getByRole('dialog', { name: t.add })
    await page.getByRole('button', { name: t.add }).click()
    await dialog.getByLabel(t.shortcode).fill('garanti')
    await dialog.getByRole('button', { name: t.save }).click()
    await expect(dialog.getByText(t.needed)).toBeVisible()
    await dialog.getByLabel(t.turkish).fill('Seri: ')
    await dialog.getByRole('button', { name: t.insert }).click()
    await expect(dialog.getByLabel(t.turkish)).toHaveValue('Seri: {seri}')
    await dialog.getByLabel(t.turkish).pressSequentially(' {tarih}')
    const preview = dialog.getByRole('region', { name: t.preview })
    await expect(preview).toContainText('Seri: SN-1042 {tarih}')
    await expect(preview.locator('mark')).toHaveText('{tarih}')
    await dialog.getByLabel(t.team).check()
    await dialog.getByRole('button', { name: t.save }).click()
    await expect(page.getByRole('heading', { name: '/garanti' })).toBeVisible()

    await page.getByRole('button', { name: t.add }).click()
    await dialog.getByLabel(t.shortcode).fill('GARANTİ')
    await dialog.getByLabel(t.turkish).fill('Başka')
    await dialog.getByLabel(t.team).check()
    await dialog.getByRole('button', { name: t.save }).click()
    await expect(dialog.getByText(t.taken)).toBeVisible()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: t.edit }).click()
    const editing = page.getByRole('dialog')
    await editing.getByLabel(t.turkish).fill('Garantiniz sürüyor.')
    await editing.getByRole('button', { name: t.save }).click()
    await expect(page.getByText('Garantiniz sürüyor.')).toBeVisible()
    await page.getByRole('button', { name: t.removeOf }).click()
    await page.getByRole('dialog').getByRole('button', { name: t.remove }).click()
    await expect(page.getByText(t.none)).toBeVisible()
  })
}
