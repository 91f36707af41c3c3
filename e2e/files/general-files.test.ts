import { routes } from '#contract/routes.ts'
import { createChangingFile, dropFolder, row, textFile, uploads } from '../portal/file.ts'
import { addMachine } from '../portal/machine.ts'
import { createPng } from '../portal/png.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { expect, test } from '../support/visit.ts'

test.describe.configure({ mode: 'parallel' })

test('an administrator sees how much of the quota for files is used, and that an upload beyond it is refused', async ({
  visit,
  portal,
}) => {
  const vendor = await portal.newVendor()
  await vendor.setQuota('1 KB')
  const { _id } = await vendor.call(routes.machines.create, {
    body: { name: 'İnci Torna', sku: 'İT-1' },
  })
  const page = await visit({ token: vendor.admin }, `${vendor.url}/admin/machines/${_id}`, {
    allowedConsole: /409/,
  })
  await expect(page.getByText('Dosya ve mesaj alanı: 0 B / 1 KB')).toBeVisible()
  await page
    .getByLabel('Dosya ekle')
    .first()
    .setInputFiles(textFile('uzun.txt', 'x'.repeat(1_000)))
  await expect(page.getByText('Dosya ve mesaj alanı: 1.000 B / 1 KB')).toBeVisible()
  await expect(page.getByText('Dolmak üzere')).toBeVisible()
  await page
    .getByLabel('Dosya ekle')
    .first()
    .setInputFiles(textFile('fazla.txt', 'x'.repeat(100)))
  await expect(uploads(page).filter({ hasText: 'fazla.txt' })).toContainText('24 B kaldı')
  await expect(row(page, 'fazla.txt')).toHaveCount(0)
})

test.describe('general files', () => {
  test('an administrator adds several at once, opens one, downloads one and deletes one', async ({
    visit,
    portal,
  }) => {
    const { machine, name, path } = await addMachine(portal)
    const page = await visit('admin', '/admin/machines')
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByText('Henüz dosya yok')).toBeVisible()
    await page
      .getByLabel('Dosya ekle')
      .first()
      .setInputFiles([
        { name: 'Çizim İç.png', mimeType: 'image/png', buffer: createPng() },
        textFile('Bakım planı.txt'),
        { name: 'Kılavuz.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') },
      ])
    await expect(page.getByRole('rowheader')).toHaveCount(3)
    await expect(uploads(page)).toHaveCount(0)
    await expect(row(page, 'Bakım planı.txt')).toContainText('11 B')

    await test.step('a picture opens large, and gives the focus back', async () => {
      await page.getByRole('button', { name: 'Büyüt: Çizim İç.png' }).click()
      const large = page.getByRole('dialog').getByRole('img', { name: 'Çizim İç.png' })
      await expect
        .poll(() => large.evaluate(image => (image as HTMLImageElement).naturalWidth))
        .toBe(32)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'Büyüt: Çizim İç.png' })).toBeFocused()
    })

    await test.step('a PDF opens in its own tab; a text file has no preview', async () => {
      await expect(
        page.getByRole('link', { name: 'Önizle: Kılavuz.pdf (yeni sekmede)' }),
      ).toHaveAttribute('target', '_blank')
      await expect(row(page, 'Bakım planı.txt').getByRole('link', { name: /Önizle/ })).toHaveCount(
        0,
      )
      await expect(row(page, 'Bakım planı.txt').getByRole('button', { name: /Büyüt/ })).toHaveCount(
        0,
      )
    })

    await test.step('each is downloaded under its name', async () => {
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: 'İndir: Bakım planı.txt' }).click()
      expect((await download).suggestedFilename()).toBe('Bakım planı.txt')
    })

    await page.getByRole('button', { name: 'Sil: Kılavuz.pdf' }).click()
    const question = page.getByRole('dialog', { name: 'Dosya silinsin mi?' })
    // in its own reading direction
    await expect(question.locator('bdi', { hasText: 'Kılavuz.pdf' })).toBeVisible()
    await expect(question).toContainText('tüm firmalar için silinir')
    await question.getByRole('button', { name: 'Dosyayı sil' }).click()
    await expect(page.getByText('Dosya silindi.')).toBeVisible()
    await expect(page.getByRole('rowheader')).toHaveCount(2)
    await expect(page.getByRole('heading', { name, level: 1 })).toBeFocused()
    await expect(page).toHaveURL(new RegExp(path))
    const { machineFiles } = await portal
      .as('admin')
      .call(routes.files.listOfMachine, { params: { machine } })
    expect(machineFiles.map(({ fileName }) => fileName).sort()).toEqual(
      ['Bakım planı.txt', 'Çizim İç.png'].sort(),
    )
  })

  test('a file that could not be added shows an error and can be tried again', async ({
    visit,
    portal,
  }) => {
    const { path } = await addMachine(portal)
    const page = await visit('admin', path, { allowedConsole: /ERR_FAILED/ })
    const adding = '**/admin/machine/*/file'
    await page.route(adding, route => route.abort())
    await page.getByLabel('Dosya ekle').first().setInputFiles(textFile('günlük.log'))
    await expect(uploads(page)).toContainText('günlük.log')
    await expect(uploads(page)).toContainText(
      'Ağ hatası. Bağlantınızı kontrol edip yeniden deneyin.',
    )
    await expect(uploads(page).getByRole('status')).toHaveText('günlük.log yüklenemedi')
    await page.unroute(adding)
    const release = await holdRequests(page, adding)
    await uploads(page).getByRole('button', { name: 'Yeniden dene' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Yüklemeyi iptal et: günlük.log' })).toBeFocused()
    release()
    await expect(row(page, 'günlük.log')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(uploads(page)).toHaveCount(0)
  })

  test('a file that was changed after it was chosen, and a folder, are not sent, and are named as such', async ({
    visit,
    portal,
  }) => {
    const { path } = await addMachine(portal)
    const page = await visit('admin', path, {
      allowedConsole: /ERR_FAILED|ERR_UPLOAD_FILE_CHANGED/,
    })
    const shown = uploads(page)
    await page.route('**/content?*', route => route.abort())
    const file = await createChangingFile('günlük.log')
    await page.getByLabel('Dosya ekle').first().setInputFiles(file.path)
    await expect(shown).toContainText('bağlantı bekleniyor')
    await file.change()
    await page.unroute('**/content?*')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(shown).toContainText('bir klasör ya da seçildikten sonra değişmiş')
    await expect(shown.getByRole('button', { name: 'Yeniden dene' })).toHaveCount(0)

    await dropFolder(page, 'Kılavuzlar')
    await page.getByRole('dialog').getByRole('button', { name: 'Dosya ekle' }).click()
    const folder = shown.filter({ hasText: 'Kılavuzlar' })
    await expect(folder).toContainText('bir klasör ya da seçildikten sonra değişmiş')
    await expect(folder.getByRole('button', { name: 'Yeniden dene' })).toHaveCount(0)
  })

  test('a drawing of an unknown media type, and a file with the direction mark of a messenger, are added', async ({
    visit,
    portal,
  }) => {
    const { path } = await addMachine(portal)
    const page = await visit('admin', path)
    const input = page.getByLabel('Dosya ekle').first()
    await input.setInputFiles([
      { name: 'pafta.dwg', mimeType: 'acad', buffer: Buffer.from('AC1032') },
      { name: '\u200eWhatsApp Belgesi.txt', mimeType: 'text/plain', buffer: Buffer.from('E-217') },
    ])
    await expect(row(page, 'pafta.dwg')).toBeVisible()
    await expect(
      page.getByRole('link', { name: 'İndir: WhatsApp Belgesi.txt', exact: true }),
    ).toBeVisible()
  })

  test('a file that arrived is added once, also when its response was lost', async ({
    visit,
    portal,
  }) => {
    const { machine, path } = await addMachine(portal)
    const page = await visit('admin', path, { allowedConsole: /ERR_FAILED/ })
    let sent = 0
    await page.route('**/content?*', route => {
      sent += 1
      return route.continue()
    })
    await page.route(`**/machine/${machine}/file`, async route => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.getByLabel('Dosya ekle').first().setInputFiles(textFile('rapor.txt'))
    await expect(uploads(page)).toContainText('Ağ hatası')
    await page.unroute(`**/machine/${machine}/file`)
    await uploads(page).getByRole('button', { name: 'Yeniden dene' }).click()
    await expect(uploads(page)).toHaveCount(0)
    await expect(row(page, 'rapor.txt')).toHaveCount(1)
    expect(sent).toBe(1)
  })

  test('one upload is cancelled while the others continue, in English too', async ({
    visit,
    portal,
  }) => {
    const { path } = await addMachine(portal)
    const page = await visit('admin', path, { language: 'en' })
    let sent = 0
    await page.route('**/content?*', async route => {
      const isStuck = route.request().postData()?.includes('stuck') // has no response
      sent += 1
      if (!isStuck) await route.continue()
    })
    const { keyboard } = page
    await page
      .getByLabel('Add files')
      .first()
      .setInputFiles(textFile('first.log', 'x'.repeat(300_000)))
    await expect(row(page, 'first.log')).toBeVisible() // the line is known now
    sent = 0
    await page.getByLabel('Add files').first().setInputFiles(textFile('stuck.log', 'stuck'))
    await expect(page.getByRole('progressbar', { name: 'Uploading stuck.log' })).toBeVisible()
    await expect.poll(() => sent).toBe(1)
    await page.getByLabel('Add files').first().setInputFiles(textFile('quick.log'))
    await expect(row(page, 'quick.log')).toBeVisible()
    await expect(uploads(page, 'Uploads')).toHaveCount(1)
    await page.getByRole('button', { name: 'Cancel the upload of stuck.log' }).focus()
    await keyboard.press('Enter')
    await expect(uploads(page, 'Uploads')).toHaveCount(0)
    await expect(row(page, 'stuck.log')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  test('an empty or too large file is not sent, and the reason is shown beside it', async ({
    visit,
    portal,
  }) => {
    const { path } = await addMachine(portal)
    const page = await visit('admin', '/')
    await page.route('**/portal', async route => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), uploadLimit: 2048 } })
    })
    await page.goto(path)
    await page
      .getByLabel('Dosya ekle')
      .first()
      .setInputFiles([
        textFile('boş.txt', ''),
        textFile('büyük.txt', 'x'.repeat(2049)),
        textFile('uygun.txt'),
      ])
    await expect(row(page, 'uygun.txt')).toBeVisible()
    await expect(uploads(page)).toHaveCount(2)
    await expect(uploads(page).filter({ hasText: 'boş.txt' })).toContainText('Bu dosya boş.')
    await expect(uploads(page).filter({ hasText: 'büyük.txt' })).toContainText(
      'Dosya çok büyük: en çok 2 KB olabilir.',
    )
    await page.getByRole('button', { name: 'Kaldır: boş.txt' }).click()
    await expect(uploads(page)).toHaveCount(1)
  })

  test('a contact card of macOS is added, and a name that pretends another type is shown as it is', async ({
    visit,
    portal,
  }) => {
    const { machine, path } = await addMachine(portal)
    const page = await visit('admin', path)
    await page
      .getByLabel('Dosya ekle')
      .first()
      .setInputFiles([textFile('\u2068Işıl Usta\u2069.vcf'), textFile('fatura\u202efdp.exe')])
    await expect(row(page, 'Işıl Usta.vcf')).toBeVisible()
    await expect(row(page, 'faturafdp.exe')).toBeVisible()
    const { machineFiles } = await portal
      .as('admin')
      .call(routes.files.listOfMachine, { params: { machine } })
    expect(machineFiles.map(({ fileName }) => fileName).sort()).toEqual(
      ['Işıl Usta.vcf', 'faturafdp.exe'].sort(),
    )
  })

  test('a file name that is refused by the server shows the reason beside it, and no second attempt', async ({
    visit,
    portal,
  }) => {
    const { path } = await addMachine(portal)
    const page = await visit('admin', path, { allowedConsole: /status of 400/ })
    await page.getByLabel('Dosya ekle').first().setInputFiles(textFile('rapor\\2026.txt'))
    await expect(uploads(page)).toContainText('Dosya adında / ya da \\ olamaz.')
    await expect(uploads(page).getByRole('button')).toHaveCount(1)
  })

  test('a screen reader announces the progress of an upload in quarters', async ({
    visit,
    portal,
  }) => {
    const { path } = await addMachine(portal)
    const page = await visit('admin', path)
    await expect(page.getByText('Henüz dosya yok')).toBeVisible()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 250_000,
    })
    await page.evaluate(() => {
      const announced = new Set<string>()
      Object.assign(window, { announced })
      new MutationObserver(() => {
        for (const status of document.querySelectorAll('main [role="status"]')) {
          if (status.textContent?.includes('yüzde')) announced.add(status.textContent)
        }
      }).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
    await page
      .getByLabel('Dosya ekle')
      .first()
      .setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(1_000_000) })
    await expect(row(page, 'film.mp4')).toBeVisible()
    const announced = await page.evaluate(() => [
      ...(window as unknown as { announced: Set<string> }).announced,
    ])
    const quarters = [0, 25, 50, 75, 100].map(share => `film.mp4: yüzde ${share} yüklendi`)
    expect(quarters).toEqual(expect.arrayContaining(announced))
    expect(announced.length).toBeGreaterThan(1)
  })

  test('leaving the page during an upload asks for confirmation', async ({ visit, portal }) => {
    const { path } = await addMachine(portal)
    const page = await visit('admin', path)
    await page.route('**/content?*', () => {})
    await page.getByLabel('Dosya ekle').first().setInputFiles(textFile('uzun.mp4'))
    await expect(page.getByRole('progressbar')).toBeVisible()
    const away = page
      .getByRole('navigation', { name: 'Menü' })
      .getByRole('link', { name: 'Firmalar' })

    await away.click()
    const question = page.getByRole('dialog', { name: 'Yükleme sürüyor' })
    await question.getByRole('button', { name: 'Vazgeç' }).click()
    await expect(question).toBeHidden()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByRole('progressbar')).toBeVisible()

    await test.step('the browser asks before it is closed', async () => {
      const shown = page.waitForEvent('dialog')
      void page.close({ runBeforeUnload: true })
      const dialog = await shown
      expect(dialog.type()).toBe('beforeunload')
      await dialog.dismiss()
    })

    await away.click()
    await question.getByRole('button', { name: 'Yüklemeyi durdur ve ayrıl' }).click()
    await expect(page).toHaveURL(/\/admin\/companies$/)
    await expect(page.getByRole('heading', { name: 'Firmalar' })).toBeVisible()
  })

  test('leaving the page without an upload asks nothing', async ({ visit, portal }) => {
    const { path } = await addMachine(portal)
    const page = await visit('admin', path)
    await page.getByLabel('Dosya ekle').first().setInputFiles(textFile('kısa.txt'))
    await expect(row(page, 'kısa.txt')).toBeVisible()
    await page
      .getByRole('navigation', { name: 'Menü' })
      .getByRole('link', { name: 'Firmalar' })
      .click()
    await expect(page).toHaveURL(/\/admin\/companies$/)
  })
})
