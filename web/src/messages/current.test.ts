import { expect, test } from 'vitest'
import * as en from './en.ts'
import * as tr from './tr.ts'

/** The names of all texts, such as `uiMessages.close`, and whether each is a function. */
const shapeOf = (texts: object, path = ''): string[] =>
  Object.entries(texts)
    .flatMap(([name, text]) => (typeof text === 'object' ? shapeOf(text, `${path}${name}.`) : [`${path}${name} ${typeof text}`]))
    .sort()

test('both languages have the same texts', () => {
  expect(shapeOf(en)).toEqual(shapeOf(tr))
})

test('the current texts are those of the language that was set last', async () => {
  const current = await import('./current.ts')
  await current.setLanguage('en')
  expect([current.language, current.uiMessages.close, current.callMessages.server(502)]).toEqual([
    'en',
    'Close',
    expect.stringContaining('502'),
  ])
  await current.setLanguage('tr')
  expect([current.language, current.uiMessages.close]).toEqual(['tr', 'Kapat'])
  expect(current).toMatchObject({ ...tr })
})
