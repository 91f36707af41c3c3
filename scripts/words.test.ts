import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-imports.ts'

// Words that stand for no known thing of this field, and private names that have a standard one. CONTRIBUTING.md has the rules.

const idioms = [
  'whoever',
  'whomever',
  'nobody',
  'somebody',
  'anybody',
  'who asks',
  'who comes',
  'it is said',
  'sign of life',
  'has had its time',
]
const names =
  'OutOfDate signOfLife hangUp inPortions Portion openTurns? Hopeless Unwilling toldBy noteUse wentWell takeBack passOf whosePass markOfDevice stillThere letIn whoseCredentials Shelf Workshop holdSession letGo Patience lifeline answerWriter useData useAction keptTotal holdUpload runningCopies'
const types = ['Asked', 'Asking', 'Told', 'Said', 'Given', 'Held', 'Place', 'Way', 'Outside', 'Side', 'Opened', 'Somebody']

const idiom = new RegExp(`\\b(${idioms.join('|')})\\b`, 'gi')
const privateName = new RegExp(`\\b(${names.replaceAll(' ', '|')})\\b|\\btype (${types.join('|')})\\b`, 'g')
/** Migrations are never edited, recorded data and licences are quoted, and the screens' texts speak everyday English. */
const unchecked =
  /^(server\/migrations|quality\/.*\.json$|.*package-lock\.json$|docs\/licences\.md$|contract\/errors\.ts$|contract\/(audit|errors)\.en\.ts$|web\/src\/messages\/en\/|scripts\/words\.test\.ts$)/
const folders = ['contract', 'server', 'web', 'e2e', 'quality', 'scripts', 'deploy', 'docs']

test('names, comments and documents use the words of the field', () => {
  const files = folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(path => join(folder, path)),
  )
  const top = readdirSync(root).filter(path => /\.(md|yaml|ts)$|^Dockerfile$/.test(path))
  const texts = [...files, ...top].filter(
    file =>
      /\.(ts|tsx|mjs|css|html|md|ya?ml|json|sh|cfg|ini|service)$|Dockerfile$/.test(file) &&
      !unchecked.test(file) &&
      !/(^|\/)(dist|node_modules|results)\//.test(file),
  )
  expect(texts.flatMap(file => wordsIn(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('an idiom and a private name are found, and a word that contains one is not', () => {
  const found = wordsIn('a.ts', "// Nobody waits.\nconst anybodys = 'sunshine'\ntype Place = string\n")
  expect(found).toEqual(['a.ts:1: Nobody', 'a.ts:3: type Place'])
})

const wordsIn = (file: string, text: string) =>
  text
    .split('\n')
    .flatMap((line, i) => [...line.matchAll(idiom), ...line.matchAll(privateName)].map(([word]) => `${file}:${i + 1}: ${word}`))
