import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MailUnreadable } from '#platform/mail/parse-mail.ts'
import { openMailReader } from './read-mail.ts'

// Real and generated mails, where they are available, are read or unreadable.

const folder = join(import.meta.dirname, '../../../../shared/data/emails')
const mails = existsSync(folder)
  ? readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && /\.eml$/.test(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name))
  : []
const reader = openMailReader({ heap: 512, deadline: 20_000, idle: 5_000 })

describe.skipIf(mails.length === 0)('with the mails beside the project', () => {
  test('each is a text, or unreadable', async () => {
    const unreadable: string[] = []
    for (const path of mails) {
      const raw = readFileSync(path)
      const text = await reader.readMail(raw).then(
        ({ mailText }) => mailText,
        error => {
          expect([path, error]).toEqual([path, expect.any(MailUnreadable)])
          unreadable.push(path)
          return null
        },
      )
      if (text) expect([path, text.whole.length <= 200_010, text.whole.length >= text.text.length]).toEqual([path, true, true])
    }
    expect(unreadable).toEqual([])
  }, 300_000)
})
