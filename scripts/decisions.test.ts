import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-imports.ts'

const folder = join(root, 'docs/decisions')
const records = readdirSync(folder).filter(file => /^\d{4}-.*\.md$/.test(file))

test.each(records)('%s has the four parts of a decision record', file => {
  const headings = readFileSync(join(folder, file), 'utf8').match(/^## .*/gm)
  expect(headings).toEqual(['## Context', '## Decision', '## Measurements', '## Consequences'])
})
