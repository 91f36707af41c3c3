import { fold } from '#contract/text/turkish.ts'

/** Turkish words grow at their end: `filtre` and `filtresi` have six letters in common. */
const sharedLetters = 4
const maxMatches = 3

const wordsOf = (text: string) => new Set(fold(text).match(/[\p{L}\p{N}]{3,}/gu))

function areAlike(a: string, b: string) {
  const shorter = Math.min(a.length, b.length)
  if (shorter < sharedLetters) return a === b
  let shared = 0
  while (shared < shorter && a[shared] === b[shared]) shared++
  return shared >= sharedLetters && shared >= shorter - 2
}

/** The files whose names have words of a text, at most three, those with the most first. */
export function matchingFiles<F extends { fileName: string }>(files: readonly F[], text: string) {
  const words = [...wordsOf(text)]
  return files
    .map(file => {
      const names = [...wordsOf(file.fileName.replace(/\.[^.]*$/, ''))]
      return {
        file,
        matches: names.filter(name => words.some(word => areAlike(word, name))).length,
      }
    })
    .filter(({ matches }) => matches > 0)
    .sort((a, b) => b.matches - a.matches)
    .slice(0, maxMatches)
    .map(({ file }) => file)
}
