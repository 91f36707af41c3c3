import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

// docs/security.md says what shows it. Here the page is held to the program: a test that is renamed or removed is missed.

const root = join(import.meta.dirname, '../..')
const page = join(root, 'docs/security.md')
const text = readFileSync(page, 'utf8')

/** How many requirements of levels 1 and 2 each section has, from its first on: OWASP ASVS 5.0.0. */
const asked: Record<string, number> = {
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
}
const requirements = Object.entries(asked).flatMap(([section, count]) => Array.from({ length: count }, (_, i) => `${section}.${i + 1}`))

const rowsWhere = (numbers: RegExp) =>
  text
    .split('\n')
    .map(line =>
      line
        .replaceAll('\\|', '¦')
        .split('|')
        .map(cell => cell.trim()),
    )
    .filter(([, number]) => numbers.test(number ?? ''))
    .map(([, number = '', asks = '', here = '', shown = '']) => ({ number, asks, here, shown }))
const rows = rowsWhere(/^\d+\.\d+\.\d+$/)
/** The findings of the penetration test, and what was found when the rest was tried. */
const findings = rowsWhere(/^[PT]\d+$/)

/** Every test that the page names: its file, and its sentence with those of the groups that it is in. */
const tests = [...rows, ...findings].flatMap(({ number, shown }) =>
  [...shown.matchAll(/`([\w./-]+\.test\.ts)`: ([^`]+?)(?=<br>|$)/g)].map(([, file = '', sentence = '']) => ({ number, file, sentence })),
)

test('every requirement of the chapters has a row, in their order', () => {
  expect(requirements).toHaveLength(83)
  expect(rows.map(({ number }) => number)).toEqual(requirements)
})

test('every row says what is asked, and names a test, a document, why it does not concern us, or what is not met', () => {
  const silent = rows.filter(
    ({ number, asks, shown }) =>
      asks.length < 10 || !(/^(n\/a: .{10}|document: \[|\*\*not met\*\*.{10})/.test(shown) || tests.some(each => each.number === number)),
  )
  expect(silent.map(({ number }) => number)).toEqual([])
})

test('every finding of the penetration test has a row with its answer and a test that is the attack', () => {
  expect(findings.map(({ number }) => number).filter(number => number.startsWith('P'))).toEqual([...Array(16)].map((_, i) => `P${i + 1}`))
  const silent = findings.filter(({ number, asks, here }) => !asks || !here || !tests.some(each => each.number === number))
  expect(silent).toEqual([])
})

test('every test that a row names is in its file, word for word', () => {
  const sources = new Map<string, string>()
  const sourceOf = (file: string) => {
    const source = sources.get(file) ?? (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '')
    sources.set(file, source)
    return source
  }
  const isThere = (source: string, words: string) => ["'", '"', '`'].some(quote => source.includes(`${quote}${words}${quote}`))
  const missed = tests.filter(({ file, sentence }) => !sentence.split(' › ').every(words => isThere(sourceOf(file), words)))
  expect(missed.map(({ number, file, sentence }) => `${number}: ${file}: ${sentence}`)).toEqual([])
})

test('no file of tests is named without a sentence of its', () => {
  const named = [...rows, ...findings].reduce((sum, { shown }) => sum + (shown.match(/\.test\.ts`/g) ?? []).length, 0)
  expect([tests.length, named]).toEqual([named, expect.any(Number)])
  expect(named).toBeGreaterThan(50)
})

test('every file that the page speaks of is there, and so is every place that it leads to', () => {
  const files = [...text.matchAll(/`((?:server|contract|scripts|web|docs|e2e)\/[\w./-]+\.\w+)`/g)].map(([, file = '']) => join(root, file))
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link).filter(link => !link.startsWith('https:'))
  const headings = [...text.matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) => `#${anchorOf(heading)}`)
  const gone = links.filter(link => (link.startsWith('#') ? !headings.includes(link) : !existsSync(resolve(page, '..', link))))
  expect([...files.filter(file => !existsSync(file)), ...gone]).toEqual([])
})

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
