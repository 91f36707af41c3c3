import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-imports.ts'

// Words that stand for no known thing of this field, and private
// names that have a standard one. CONTRIBUTING.md has the rules.

const idioms = [
  'whoever',
  'whomever',
  'nobody',
  'somebody',
  'anybody',
  'who asks',
  'who comes',
  'who may',
  'everybody who',
  'everyone who',
  'it is said',
  'sign of life',
  'has had its time',
  'cop(?:y|ies) of the (?:server|portal)',
  '(?:running|several|another|each|every) (?:server )?cop(?:y|ies)',
]
const names =
  'OutOfDate signOfLife hangUp inPortions Portion openTurns? Hopeless Unwilling toldBy noteUse wentWell takeBack passOf whosePass markOfDevice stillThere letIn whoseCredentials Shelf Workshop holdSession letGo Patience lifeline answerWriter useData useAction keptTotal holdUpload runningCopies suppose[ds]? storeOnce lends? dear Branch inPortion'
const types = [
  'Asked',
  'Asking',
  'Told',
  'Said',
  'Given',
  'Held',
  'Place',
  'Way',
  'Outside',
  'Side',
  'Opened',
  'Somebody',
  'Sign',
  'Speak',
  'Branch',
  'Kept',
]
/** Plain English in a sentence, but no names of values, functions, parameters or properties. */
const identifiers =
  'kept|copies|gate|told|said|asked|given|seat|way|say|grow|look|tried|alone|ask|place'

const idiom = new RegExp(`\\b(${idioms.join('|')})\\b`, 'gi')
const privateName = new RegExp(
  `\\b(?:${names.replaceAll(' ', '|')})\\b|\\b(?:type|interface|class|as) (?:${types.join('|')})\\b`,
  'g',
)
const identifier = new RegExp(`\\b(?:${identifiers})\\b`, 'g')
const notCode = [
  /\/\/.*|\/\*[\s\S]*?\*\//, // comments
  /(?<=[(,=:?[!|&]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//, // patterns
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^\\`])*`/, // strings
]
const fileName =
  /(?:^|[/.-])(?:kept|copies|gate|told|said|asked|given|shelf|seat|nobody|somebody|whoever|workshop|branch|lifeline|hopeless)(?=[/.-])/
/** Released migrations are never edited, recorded data and licences
 * are quoted, and the screens' texts speak everyday English. */
const unchecked =
  /^(server\/migrations\/00(0\d|1[0-8])_|quality\/.*\.json$|.*package-lock\.json$|docs\/licences\.md$|contract\/(audit|errors)\.en\.ts$|web\/src\/messages\/en\/|scripts\/words\.test\.ts$)/
const folders = ['contract', 'server', 'web', 'e2e', 'quality', 'scripts', 'deploy', 'docs']

test('names, comments and documents use the words of the field', () => {
  const files = folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(path =>
      join(folder, path),
    ),
  )
  const top = readdirSync(root).filter(path =>
    /\.(md|yaml|ts)$|^(Dockerfile|package\.json)$/.test(path),
  )
  const texts = [...files, ...top, '.ci/run'].filter(
    file =>
      /\.(ts|tsx|mjs|css|sql|html|md|ya?ml|json|sh|cfg|ini|service)$|Dockerfile$|^\.ci\/run$/.test(
        file,
      ) &&
      !unchecked.test(file) &&
      !/(^|\/)(dist|node_modules|results)\//.test(file),
  )
  expect(
    texts.flatMap(file => [
      ...wordsInName(file),
      ...wordsIn(file, readFileSync(join(root, file), 'utf8')),
    ]),
  ).toEqual([])
})

test('an idiom and a private name are found, and a word that contains one is not', () => {
  const found = wordsIn(
    'a.ts',
    "// Nobody waits.\nconst anybodys = 'sunshine'\ntype Place = string\n",
  )
  expect(found).toEqual(['a.ts:1: Nobody', 'a.ts:3: type Place'])
})

test('a word that is plain English in a sentence is refused as an identifier and as the name of a file', () => {
  const code =
    "// A file is kept.\nconst kept = 'kept'\nlist.map((one, told?: string) => one.way)\nconst row = { given: `said`, asked: /it's kept/ }\n"
  expect(wordsIn('a.ts', code)).toEqual([
    'a.ts:2: kept',
    'a.ts:3: told',
    'a.ts:3: way',
    'a.ts:4: given',
    'a.ts:4: asked',
  ])
  expect(wordsIn('a.md', 'kept, told')).toEqual([])
  expect(
    [
      'server/home/home-kept.test.ts',
      'server/shelf/files.ts',
      'web/src/whoever.tsx',
      'web/src/keptness.ts',
    ].flatMap(wordsInName),
  ).toEqual(['server/home/home-kept.test.ts', 'server/shelf/files.ts', 'web/src/whoever.tsx'])
})

test('of the error messages only their texts may use everyday English', () => {
  const text = "/** Nobody. */\n  full: { tr: 'Dolu.', en: 'Nobody can.' },\n"
  expect(wordsIn('contract/errors.ts', text)).toEqual(['contract/errors.ts:1: Nobody'])
})

const wordsInName = (file: string) => (fileName.test(file) ? [file] : [])

function wordsIn(file: string, text: string) {
  const code = /\.(ts|tsx|mjs)$/.test(file) ? codeOf(text).split('\n') : []
  return text.split('\n').flatMap((line, i) => {
    if (file === 'contract/errors.ts' && /\b(tr|en): /.test(line)) return []
    const found = [
      ...line.matchAll(idiom),
      ...line.matchAll(privateName),
      ...(code[i] ?? '').matchAll(identifier),
    ]
    return found.map(([word]) => `${file}:${i + 1}: ${word}`)
  })
}

/** A source without its comments, patterns and strings; the lines keep their numbers. */
const codeOf = (source: string) =>
  source.replace(new RegExp(notCode.map(pattern => pattern.source).join('|'), 'g'), found =>
    found.replace(/[^\n]/g, ''),
  )
