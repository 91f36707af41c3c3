import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openMailReader } from './read-mail.ts'

// Mails in Turkish as mail programs write them: old charsets,
// wrong labels, replies with quotes, attachments, hostile headers.

const folder = join(import.meta.dirname, '../../testing/samples/mails')
const reader = openMailReader({ heap: 512, deadline: 90_000, idle: 5_000 })

test.each(readdirSync(folder))('%s is read', async name => {
  const { mailText } = await reader.readMail(readFileSync(join(folder, name)), name)
  expect(mailText.whole.length).toBeGreaterThanOrEqual(mailText.text.length)
  expect(mailText.whole.length).toBeLessThanOrEqual(200_010)
})
