import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isTest, root } from './source-imports.ts'

/** Exported twice with one meaning: a call's operation and
 * what makes the call on the other side. */
const sameMeaning = ['chooseLanguage', 'resetSecondFactor']
/** Texts of one language, and the file that picks the language. */
const isOfLanguage = (file: string) =>
  /^(contract\/.*\.(tr|en)\.ts|web\/src\/messages\/)/.test(file)
/** A component bears the name of what it shows, such as `TeamHome` of the contract. */
const isComponent = (file: string, name: string) => /\.tsx$/.test(file) && /^[A-Z]/.test(name)

test('no exported name stands for two things', () => {
  const files = globSync('{contract,server,web}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules', 'server/testing'],
  })
  const exported = files
    .filter(file => !isTest(file) && !isOfLanguage(file))
    .flatMap(file =>
      namesIn(file).map(name => ({ file, name: isComponent(file, name) ? `<${name}>` : name })),
    )
  const repeated = [...Map.groupBy(exported, ({ name }) => name)].filter(
    ([name, places]) => places.length > 1 && !sameMeaning.includes(name),
  )
  expect(
    repeated.map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(', ')}`),
  ).toEqual([])
})

/** A type and its schema share a name within a file. */
const namesIn = (file: string) => [
  ...new Set(
    readFileSync(`${root}/${file}`, 'utf8')
      .matchAll(/^export (?:async )?(?:const|function\*?|class|type|interface) (\w+)/gm)
      .map(([, name = '']) => name),
  ),
]
