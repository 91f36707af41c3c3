import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as adminTexts from '../web/src/messages/tr.admin.ts'
import { imports, root } from './source-imports.ts'

const routes = 'web/src/app/routeTree.tsx'
const sourceOf = (file: string) => readFileSync(join(root, file), 'utf8')

test('what is shown without a page of the administrators reads none of their texts', () => {
  const rarePages = [
    ...sourceOf(routes).matchAll(/(?:rarePage|withTexts)\(\(\) => import\('\.\.\/([^']+)'/g),
  ]
  const skipped = rarePages.map(([, path]) => `web/src/${path}`)
  expect(skipped.length).toBeGreaterThan(5)
  const reached = new Set(['web/src/app/main.tsx'])
  for (const file of reached)
    for (const { from, to } of imports)
      if (from === file && to.startsWith('web/src/') && !(file === routes && skipped.includes(to)))
        reached.add(to)
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
