import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as adminTexts from '../web/src/messages/tr.admin.ts'
import { imports, root } from './source-imports.ts'

const sourceOf = (file: string) => readFileSync(join(root, file), 'utf8')
/** What a file imports together with these texts. */
const withTexts = (file: string) =>
  [...sourceOf(file).matchAll(/(?:rarePage|withAdminMessages)\(\(\) => import\('([^']+)'/g)].map(
    ([, specifier = '']) => join(file, '..', specifier),
  )

test('what is shown without a page of the administrators reads none of their texts', () => {
  expect(withTexts('web/src/app/routeTree.tsx').length).toBeGreaterThan(5)
  const reached = new Set(['web/src/app/main.tsx'])
  for (const file of reached) {
    const skipped = withTexts(file)
    for (const { from, to } of imports)
      if (from === file && to.startsWith('web/src/') && !skipped.includes(to)) reached.add(to)
  }
  const names = new RegExp(`\\b(${Object.keys(adminTexts).join('|')})\\b`)
  const readers = [...reached].filter(
    file =>
      file !== 'web/src/messages/current.ts' &&
      /import \{([^}]*)\} from '[^']*messages\/current\.ts'/
        .exec(sourceOf(file))?.[1]
        ?.match(names),
  )
  expect(readers).toEqual([])
})
