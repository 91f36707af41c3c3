import { fold } from '#contract/text/turkish.ts'

/** Shorter beginnings of a name are too likely to be another word. */
const minLength = 3

/** The position of the only name of which a text has the beginning, in whole words,
 * as far as no other name begins so: `Ladin 90` for `Ladin 90 plastik enjeksiyon`. */
export function onlyNamed(text: string, names: string[]): number | null {
  const all = names.map(beginningsOf)
  const count = new Map<string, number>()
  for (const beginning of all.flat()) count.set(beginning, (count.get(beginning) ?? 0) + 1)
  const written = ` ${wordsOf(text).join(' ')} `
  const named = all.flatMap((beginnings, at) => {
    const distinct = beginnings.find(one => count.get(one) === 1) ?? ''
    return distinct.length >= minLength && written.includes(` ${distinct} `) ? [at] : []
  })
  return named.length === 1 ? (named[0] ?? null) : null
}

const beginningsOf = (name: string) =>
  wordsOf(name).map((_, last, words) => words.slice(0, last + 1).join(' '))

const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
