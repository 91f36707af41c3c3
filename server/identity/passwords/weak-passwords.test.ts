import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { newPassword } from '#contract/password.ts'
import { commonPasswordsFile, findWeakness } from './weak-passwords.ts'

const capitalize = (text: string) => text.replace(/^\p{L}/u, letter => letter.toUpperCase())

// Security: 6.2.4
test('of the passwords that keep the rules, well over ten thousand are refused as common', async () => {
  // a fifth of the list is enough
  const lines = (await readFile(commonPasswordsFile, 'utf8')).split('\n').slice(0, 200_000)
  const allowed = new Set(lines.map(capitalize).filter(line => newPassword.safeParse(line).success))
  expect(allowed.size).toBeGreaterThan(10_000)
  const sample = [...allowed].filter((_, i) => i % 2_000 === 0)
  expect(new Set(await Promise.all(sample.map(each => findWeakness(each, []))))).toEqual(
    new Set(['commonPassword']),
  )
})

// Security: 6.2.11
test.each([
  ['Yilmaz1990', 'personalPassword'],
  ['AyşeYılmaz34', 'personalPassword'],
  ['1990.ayse.YILMAZ', 'personalPassword'],
  ['Demirmakine#1', 'personalPassword'],
  ['Ayse@DemirMakine1', 'personalPassword'],
  ['OrnekMakine2026', 'personalPassword'],
  ['Tezgah2026', 'personalPassword'],
  ['TezgâhPortalı1', 'personalPassword'],
  ['Destek#2026', 'personalPassword'],
  ['Support2026!', 'personalPassword'],
  ['Kardelen2071', null],
  ['DestekKardelen7', null],
  ['YilmazKardelen7', null],
  ['7#91!4Xq8.2', null],
  ['Kardelen2071\ud83d', null], // half a character
])('%s, of Ayşe Yılmaz at Örnek Makine, is refused as %s', async (password, weakness) => {
  expect(
    await findWeakness(password, ['ayse@demirmakine.com', 'Ayşe', 'Yılmaz', 'Örnek Makine']),
  ).toBe(weakness)
})
