import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseMail } from '#platform/mail/parse-mail.ts'
import { readMailText } from '../content/read-mail-text.ts'
import { splitReply } from './reply.ts'

// Each mail is written as its program writes it; the text beside it is what its author typed.

const folder = join(import.meta.dirname, 'mails')
const names = readdirSync(folder)
  .filter(name => name.endsWith('.eml'))
  .map(name => name.slice(0, -4))
const phones = ['gmail-android', 'outlook-mobile', 'ios-mail', 'yandex-mobile', 'samsung']
const programs = [
  'gmail-web',
  'outlook-desktop',
  'outlook-web',
  'apple-mail',
  'thunderbird',
  'yandex-web',
  'yahoo',
  ...phones,
]

type Form = {
  name: string
  form: 'plain' | 'html'
  text: string
  forwarded: string
  whole: string
  expected: string
}
const forms = (await Promise.all(names.map(formsOf))).flat()

/** A mail with both forms is read in its plain one; each is
 * to be right, as programs send either alone. */
async function formsOf(name: string): Promise<Form[]> {
  const email = await parseMail(readFileSync(join(folder, `${name}.eml`)))
  const expected = readFileSync(join(folder, `${name}.txt`), 'utf8')
  const plain: Form[] = email.text
    ? [{ name, form: 'plain', expected, ...readMailText(email) }]
    : []
  return email.html
    ? [...plain, { name, form: 'html', expected, ...readMailText({ ...email, text: undefined }) }]
    : plain
}

/** How many blank lines a program puts between paragraphs, and where it wraps, is not compared. */
const words = (text: string) =>
  text
    .replaceAll(/^>+ ?/gm, '> ')
    .replaceAll(/\p{Cf}/gu, '')
    .split(/\s+/)
    .filter(word => word !== '' && word !== '>')
const isRight = ({ text, forwarded, expected }: Form) =>
  words(text || forwarded).join(' ') === words(expected).join(' ')

test('there are at least 60 mails, of each program in both languages as plain text and as HTML', () => {
  expect(names.length).toBeGreaterThanOrEqual(60)
  const found = new Set(
    forms.map(({ name, form }) => `${name.replace(/^(.*-(?:tr|en))-.*$/, '$1')} ${form}`),
  )
  const all = programs.flatMap(program =>
    ['tr', 'en'].flatMap(language =>
      ['plain', 'html'].map(form => `${program}-${language} ${form}`),
    ),
  )
  expect(all.filter(one => !found.has(one))).toEqual([])
})

test('the reply is what its author typed, in each mail', () => {
  const wrong = forms.filter(form => !isRight(form)).map(({ name, form }) => `${name} ${form}`)
  console.log(
    `${forms.length - wrong.length} of ${forms.length} forms of ${names.length} mails are right`,
  )
  expect(wrong).toEqual([])
})

test.each(forms)('nothing of $name as $form is lost', ({ whole }) => {
  const { reply, rest } = splitReply(whole)
  const lines = (part: string) => part.split(/\r?\n/).filter(line => line.trim() !== '')
  expect([...lines(reply), ...lines(rest)].sort()).toEqual(lines(whole).sort())
})
