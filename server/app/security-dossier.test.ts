import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

// docs/security.md cites files of tests, and a test names the rows that it is evidence for.

const root = join(import.meta.dirname, '../..')
const page = join(root, 'docs/security.md')
const text = readFileSync(page, 'utf8')

/** Number of level 1 and 2 requirements per section of OWASP ASVS 5.0.0. */
const requirementCounts: Record<string, number> = {
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
const requirements = Object.entries(requirementCounts).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, i) => `${section}.${i + 1}`),
)

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
    .map(([, number = '', requirement = '', answer = '', evidence = '']) => ({
      number,
      requirement,
      answer,
      evidence,
    }))
const rows = rowsWhere(/^\d+\.\d+\.\d+$/)
/** The findings of the penetration test, and those of later attacks. */
const findings = rowsWhere(/^[PT]\d+$/)

/** The files of tests that the page names, each with the row that does. */
const cited = [...rows, ...findings].flatMap(({ number, evidence }) =>
  [...evidence.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file = '']) => `${number} ${file}`),
)

/** The rows that tests name in a comment of theirs, such as `// Security: 6.2.1, P3`. */
const named = ['contract', 'server', 'web/src', 'scripts', 'e2e']
  .flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      path => `${folder}/${path}`,
    ),
  )
  .filter(file => file.endsWith('.test.ts'))
  .flatMap(file =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^ *\/\/ Security: (.+)$/gm)].flatMap(
      ([, numbers = '']) => numbers.split(', ').map(number => `${number} ${file}`),
    ),
  )

test('every requirement of the chapters has a row, in their order', () => {
  expect(requirements).toHaveLength(83)
  expect(rows.map(({ number }) => number)).toEqual(requirements)
})

test('every row says what is asked, and names a test, a document, why it does not concern us, or what is not met', () => {
  const incomplete = rows.filter(
    ({ number, requirement, evidence }) =>
      requirement.length < 10 ||
      !(
        /^(n\/a: .{10}|document: \[|\*\*not met\*\*.{10})/.test(evidence) ||
        cited.some(each => each.startsWith(`${number} `))
      ),
  )
  expect(incomplete.map(({ number }) => number)).toEqual([])
})

test('every finding of the penetration test has a row with its answer and a test that is the attack', () => {
  expect(findings.map(({ number }) => number).filter(number => number.startsWith('P'))).toEqual(
    [...Array(19)].map((_, i) => `P${i + 1}`),
  )
  const incomplete = findings.filter(
    ({ number, requirement, answer }) =>
      !requirement || !answer || !cited.some(each => each.startsWith(`${number} `)),
  )
  expect(incomplete).toEqual([])
})

test('a row names the files of exactly the tests that name the row', () => {
  const [inPage, inTests] = [new Set(cited), new Set(named)]
  expect([...inPage.difference(inTests)]).toEqual([])
  expect([...inTests.difference(inPage)]).toEqual([])
  expect(inPage.size).toBeGreaterThan(50)
})

test('every file that the page names exists, and so does every target of its links', () => {
  const files = [
    ...text.matchAll(/`((?:server|contract|scripts|web|docs|e2e)\/[\w./-]+\.\w+)`/g),
  ].map(([, file = '']) => join(root, file))
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)]
    .map(([, link = '']) => link)
    .filter(link => !link.startsWith('https:'))
  const headings = [...text.matchAll(/^##+ (.+)$/gm)].map(
    ([, heading = '']) => `#${anchorOf(heading)}`,
  )
  const missing = links.filter(link =>
    link.startsWith('#') ? !headings.includes(link) : !existsSync(resolve(page, '..', link)),
  )
  expect([...files.filter(file => !existsSync(file)), ...missing]).toEqual([])
})

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
