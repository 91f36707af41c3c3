import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isTest, root } from './source-imports.ts'

// A comment gives a reason, an invariant, a unit or a source, in few lines (CONTRIBUTING.md).

const maxLength = 100
const maxTextLines = 3
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
