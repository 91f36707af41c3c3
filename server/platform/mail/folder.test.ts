import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { MailUnavailable, mailFolder, type OutgoingMail, openMailer } from './mailer.ts'

const mail = (id: string, subject = 'Şifrenizi yenileyin'): OutgoingMail => ({
  id,
  from: { name: 'Demir Makine', address: 'destek@demir.test' },
  to: { name: 'Ayşe Yılmaz', address: 'ayse@musteri.test' },
  subject,
  text: 'Merhaba Ayşe',
  html: '<p>Merhaba <b>Ayşe</b></p>',
  language: 'tr',
})

async function withoutServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'mail-folder-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const reopen = () => openMailer({ mailFrom: 'no-reply@tezgah.test', dataDir })
  return { dataDir, dir: mailFolder(dataDir), mailer: reopen(), reopen }
}

const permissions = async (path: string) => (await stat(path)).mode & 0o777

test('without a mail server each mail becomes a file that mail readers can open', async () => {
  const { dir, mailer } = await withoutServer()
  await mailer.send(mail('a'))
  expect(await PostalMime.parse(await readFile(join(dir, 'a.eml')))).toMatchObject({
    messageId: '<a@tezgah.test>',
    subject: 'Şifrenizi yenileyin',
    to: [{ name: 'Ayşe Yılmaz', address: 'ayse@musteri.test' }],
    text: expect.stringContaining('Merhaba Ayşe'),
    html: expect.stringContaining('<b>Ayşe</b>'),
  })
})

test('other users of the machine cannot read the mails', async () => {
  const { dir, mailer } = await withoutServer()
  await mailer.send(mail('a'))
  expect(await permissions(dir)).toBe(0o700)
  expect(await permissions(join(dir, 'a.eml'))).toBe(0o600)
})

test('the permissions of a folder that others can read are restricted', async () => {
  const { dir, mailer } = await withoutServer()
  await mailer.check()
  await chmod(dir, 0o755)
  await mailer.send(mail('a'))
  expect(await permissions(dir)).toBe(0o700)
})

test('a repeated mail is not written again, also after a restart', async () => {
  const { dir, mailer, reopen } = await withoutServer()
  await mailer.send(mail('a', 'first'))
  await reopen().send(mail('a', 'second'))
  expect(await readdir(dir)).toEqual(['a.eml'])
  expect((await PostalMime.parse(await readFile(join(dir, 'a.eml')))).subject).toBe('first')
})

test('the same mail from concurrent senders is one complete file', async () => {
  const { dir, reopen } = await withoutServer()
  await Promise.all(Array.from({ length: 20 }, () => reopen().send(mail('a'))))
  expect(await readdir(dir)).toEqual(['a.eml'])
})

test('an id cannot point outside the folder', async () => {
  const { dataDir, mailer } = await withoutServer()
  await expect(mailer.send(mail('../a'))).rejects.toMatchObject({ name: 'MailRefused' })
  expect(await readdir(dataDir)).toEqual([])
})

test('a folder that cannot be created is a temporary failure whose message contains no path', async () => {
  const { dataDir, dir, mailer } = await withoutServer()
  await writeFile(dir, 'a file instead of a folder')
  const failure = await mailer.send(mail('a')).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(MailUnavailable)
  expect(String(failure)).not.toContain(dataDir)
})

test('a check writes no mail', async () => {
  const { dir, mailer } = await withoutServer()
  expect(await mailer.check()).toContain('DATA_DIR/mail')
  expect(await readdir(dir)).toEqual([])
})
