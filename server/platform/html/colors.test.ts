import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accent } from './colors.ts'

test('mails and the server’s own pages have the accent of the portal', () => {
  const theme = readFileSync(join(import.meta.dirname, '../../../web/src/ui/theme.css'), 'utf8')
  expect(/--accent: (#[0-9a-f]{6});/.exec(theme)?.[1]).toBe(accent)
})
