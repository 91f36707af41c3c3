import { type Line, readLine, readLines } from './lines.ts'

const mostLines = 500 // of each message
const mostWords = 20_000 // of all messages
const mostPlaces = 20 // at which the same three words stand

/** What a quoted line has of the ticket's messages: all of it, also where a program wrapped
 * it otherwise; all but an answer behind it; or nothing. `isStart`: a message's line begins so. */
export type Match = {
  words: number
  isStart: boolean
  end: number
  follows: boolean
  answer: string
} | null

/** Compares lines with messages, word by word and without marks. */
export function knownText(messages: readonly string[]) {
  const words: string[] = []
  const starts = new Set<number>()
  const ends = new Set<number>([0])
  const places = new Map<string, number[]>()
  const add = (key: string, place: number) => {
    const found = places.get(key) ?? []
    if (found.length < mostPlaces) places.set(key, [...found, place])
  }
  for (const message of messages)
    for (const line of readLines(message).slice(0, mostLines)) {
      const own = wordsOf(line)
      if (own.length === 0 || words.length + own.length > mostWords) continue
      starts.add(words.length)
      words.push(...own)
      ends.add(words.length)
    }
  for (const start of starts) add(words[start] ?? '', start)
  for (let i = 0; i + 2 < words.length; i++) add(words.slice(i, i + 3).join(' '), i)

  const countFrom = (place: number, line: readonly string[]) => {
    let count = 0
    while (count < line.length && words[place + count] === line[count]) count++
    return count
  }
  /** Words that are found elsewhere than behind the line before are to be a line, or three. */
  const isLong = (place: number, count: number) =>
    count >= 3 || (starts.has(place) && ends.has(place + count))

  return {
    /** `after`: where the line before ended. */
    match(line: Line, after?: number): Match {
      const own = wordsOf(line)
      const [first] = own
      if (first === undefined) return null
      const elsewhere = [
        ...(places.get(first) ?? []),
        ...(own.length >= 3 ? (places.get(own.slice(0, 3).join(' ')) ?? []) : []),
      ]
      const candidates = after === undefined ? elsewhere : [after, ...elsewhere]
      for (const place of candidates)
        if (countFrom(place, own) === own.length && (place === after || isLong(place, own.length)))
          return {
            words: own.length,
            isStart: starts.has(place),
            end: place + own.length,
            follows: place === after,
            answer: '',
          }
      for (const place of candidates) {
        const count = countFrom(place, own)
        const isQuestion = starts.has(place) || place === after
        if (count > 0 && isQuestion && ends.has(place + count) && (place === after || count >= 3))
          return {
            words: count,
            isStart: starts.has(place),
            end: place + count,
            follows: place === after,
            answer: tailOf(line, count),
          }
      }
      return null
    },
  }
}
export type KnownText = ReturnType<typeof knownText>

/** What HTML adds to a link, and the stars of a bold word: nobody wrote them. */
const added = /<\S*>|\*/g

const unmarked = (text: string) => text.replace(/^(?:\s*>)+\s?/, '')
const wordsOf = ({ folded }: Line) =>
  unmarked(folded).replace(added, ' ').split(' ').filter(Boolean)

function tailOf({ plain }: Line, count: number): string {
  const words = unmarked(plain).replace(added, ' ').split(' ').filter(Boolean)
  return words.slice(count).join(' ')
}

/** A quoted line without its mark. */
export const withoutMark = (line: Line): Line => readLine(line.text.replace(/^\s*> ?/, ''))
