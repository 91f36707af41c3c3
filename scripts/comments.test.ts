import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isTest, root } from './source-imports.ts'

// A comment gives a reason, an invariant, a unit or a source, in few lines (CONTRIBUTING.md).

const maxLength = 100
const maxTextLines = 3
/** Shares of the lines that are not blank, in percent, just above those of 26 November 2026. */
const shares = [
  {
    part: 'the platform',
    max: 8.1,
    includes: (file: string) => file.startsWith('server/platform/'),
  },
  {
    part: 'the features of the server',
    max: 5.5,
    includes: (file: string) => /^server\/(?!(platform|app|testing|demo|migrations)\/)/.test(file),
  },
  {
    part: 'the features of the web client',
    max: 4.5,
    includes: (file: string) =>
      /^web\/src\/(?!(app|ui|data|browser|messages|navigation)\/)[^/]+\//.test(file),
  },
]

/** Released migrations are never edited. */
const files = ['contract', 'server', 'web', 'scripts', 'quality', 'e2e']
  .flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      path => `${folder}/${path}`,
    ),
  )
  .filter(
    file =>
      /\.(ts|tsx|css|sql)$/.test(file) &&
      !/(^|\/)(dist|node_modules|results|migrations)\//.test(file),
  )
const isProduct = (file: string) =>
  /^(contract|server|web)\//.test(file) && !isTest(file) && !file.startsWith('server/testing/')
/** A directive and its reason are one line. */
const isDirective = (text: string) => text.includes('biome-ignore')
const isTypeScript = (file: string) => /\.tsx?$/.test(file)

test(`no line of a comment is longer than ${maxLength} characters`, () => {
  const found = files.flatMap(file =>
    commentsIn(read(file)).flatMap(({ line, lines }) =>
      lines.flatMap((text, i) =>
        text.length > maxLength && !isDirective(text)
          ? [`${file}:${line + i}: ${text.length} characters`]
          : [],
      ),
    ),
  )
  expect(found).toEqual([])
})

test(`no comment of the product has more than ${maxTextLines} lines of text`, () => {
  const found = files.filter(isProduct).flatMap(file =>
    commentsIn(read(file))
      .filter(({ lines }) => textLines(lines) > maxTextLines)
      .map(({ line, lines }) => `${file}:${line}: ${textLines(lines)} lines`),
  )
  expect(found).toEqual([])
})

test.each(shares)('comments are at most $max % of $part', ({ includes, max }) => {
  const counts = files
    .filter(file => isTypeScript(file) && !isTest(file) && includes(file))
    .map(file => ({
      file,
      lines: read(file)
        .split('\n')
        .filter(line => line.trim() !== '').length,
      comments: commentsIn(read(file)).flatMap(({ lines }) => lines).length,
    }))
  const sumOf = (name: 'lines' | 'comments') => counts.reduce((sum, count) => sum + count[name], 0)
  const most = counts.toSorted((a, b) => b.comments - a.comments).slice(0, 5)
  expect(
    (100 * sumOf('comments')) / sumOf('lines'),
    `shorten some, such as in ${most.map(({ file }) => file).join(', ')}`,
  ).toBeLessThanOrEqual(max)
})

test('a comment has its own lines; a block ends a run of single lines', () => {
  const text =
    "// one\n// two\n/** three\n * four */\nconst a = 'b' // five\n  {/* six */}\n/** seven */ const c = 1\n/**\n * eight\n */\n"
  expect(commentsIn(text).map(({ line, lines }) => [line, textLines(lines)])).toEqual([
    [1, 2],
    [3, 2],
    [6, 1],
    [8, 1],
  ])
})

const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Comments that stand alone on their lines: a run of `//` lines, or a block. */
const comment =
  /^[ \t]*(?:(?:\/\/.*(?:\n[ \t]*(?=\/\/))?)+|\{?\/\*(?:(?!\*\/)[\s\S])*\*\/\}?[ \t]*$)/gm

/** `line` counts from 1. */
const commentsIn = (text: string) =>
  [...text.matchAll(comment)].map(({ 0: found, index }) => ({
    line: text.slice(0, index).split('\n').length,
    lines: found.split('\n'),
  }))

/** Without the lines that only begin or end a block. */
const textLines = (lines: string[]) => lines.filter(line => /[^\s/*{}]/.test(line)).length
