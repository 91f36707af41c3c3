import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { addressesIn, headerValues, readHeaders } from '#platform/mail/parse-mail.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInSettings, passHeader } from '#testing/incoming-mails.ts'
import { openPortal } from '#testing/portal.ts'

// Each sample mail takes the whole way to its end, as a reply of its sender.

const folders = ['../../testing/samples/mails', '../text/mails']
const samples = folders
  .map(folder => join(import.meta.dirname, folder))
  .flatMap(folder => readdirSync(folder).map(name => join(folder, name)))
  .filter(file => file.endsWith('.eml'))

/** All others are filed. */
const ends: Record<string, string> = {
  '26-reply-no-new-text.eml': 'held empty',
  '28-auto-reply-tr.eml': 'automatic automaticHeader',
  '29-bounce-dsn-tr.eml': 'bounced',
  'company-en-3-only-signature.eml': 'held empty',
  'gmail-web-en-8-empty.eml': 'held empty',
  'gmail-web-tr-7-only-quote.eml': 'held empty',
  'ios-mail-tr-6-only-signature.eml': 'held empty',
}

const portal = await openPortal(mailInSettings)
const fixtures = fixturesIn(portal)
const { replyAddress, sendRaw, settled } = incomingMailsIn(portal)

/** Files mails of one sender to the reply address of a user with that address. */
async function fileMails(sender: string, files: string[]) {
  const at = await fixtures.ticket()
  await portal.owner.query('update users set email = $2 where id = $1', [at.member.userId, sender])
  const to = await replyAddress(at, at.member)
  for (const file of files)
    await sendRaw(
      Buffer.concat([Buffer.from(`${passHeader(sender)}\r\nTo: ${to}\r\n`), readFileSync(file)]),
      to,
      sender,
    )
  const mails = await settled(at, files.length)
  return files.map((file, at) => [
    basename(file),
    [mails[at]?.state, mails[at]?.reason].filter(Boolean).join(' '),
  ])
}

test('each sample mail has the end that is expected of it, and none fails', async () => {
  const senders = await Promise.all(samples.map(senderOf))
  const bySender = Map.groupBy(samples, sample => senders[samples.indexOf(sample)] ?? '')
  const found: Record<string, string> = {}
  for (const [sender, files] of bySender)
    Object.assign(found, Object.fromEntries(await fileMails(sender, files)))
  expect(Object.keys(found)).toHaveLength(samples.length)
  expect(Object.fromEntries(Object.entries(found).filter(([, end]) => end !== 'filed'))).toEqual(
    ends,
  )
}, 240_000)

const senderOf = async (file: string) =>
  headerValues(await readHeaders(readFileSync(file)), 'from').flatMap(addressesIn)[0]
