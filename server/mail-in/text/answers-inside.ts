import { type Line, readLine, readLines } from './lines.ts'
import { isFrame } from './typed-lines.ts'

/** A shorter line of a message can begin a line that is none of it. */
const shortestFirstLine = 15
const mostLines = 500 // of the quote, and of each message
const mostJoined = 20 // lines
const fewLines = 2 // can be those of another text

/** Answers within an unmarked quote of messages, each below its question: `> Fiş yerinde mi?`.
 * Only what is behind or between lines that follow each other
 * in a message is one, or below its last ones, above what the portal's mail has there. */
export function answersInside(quote: string, messages: string[]): string {
  const known = messages.map(message =>
    readLines(message)
      .filter(line => !line.isBlank)
      .slice(0, mostLines),
  )
  const answers: string[] = []
  let places: Place[] = []
  let quoted = ''
  let between: string[] = []
  let following = 0 // lines of a message that follow each other
  const isRepeated = (first: string) =>
    known.some(lines =>
      lines.some(
        ({ plain }, at) =>
          plain === `> ${quoted}` && lines[at + 1]?.plain === readLine(first).plain,
      ),
    )
  const answer = (lines: string[]) => {
    const [first] = lines
    if (first !== undefined && !isRepeated(first)) answers.push(`> ${quoted}`, ...lines, '')
  }
  for (const line of readLines(quote).slice(0, mostLines)) {
    if (line.isBlank) continue
    const next = places.filter(place => lineAt(known, after(place)) !== undefined).map(after)
    const exact = next.filter(place => lineAt(known, place)?.plain === line.plain)
    const answered = exact.length > 0 ? [] : next.filter(place => begins(known, place, line))
    const follows = exact.length > 0 ? exact : answered
    const found = follows.length > 0 ? follows : placesOf(known, line)
    const isEnd = following >= fewLines && next.length === 0 && isFrame(line)
    if (follows.length > 0 || isEnd) answer(between)
    if (isEnd) {
      places = []
      between = []
    }
    if (found.length > 0) {
      following = follows.length > 0 ? following + 1 : 1
      const [place] = found
      places = found
      between = []
      quoted = (place && lineAt(known, place)?.plain) ?? ''
      if (!places.some(place => isJoined(known, place, line)))
        answer([line.plain.slice(quoted.length).trim()].filter(text => !addressOnly.test(text)))
    } else if (places.length > 0) between.push(line.text.trim())
  }
  return answers.join('\n').trim()
}

/** What HTML adds to a link: nobody wrote it. */
const addressOnly = /^(?:<\S*>)?$/

type Place = { message: number; line: number }

const lineAt = (known: Line[][], { message, line }: Place): Line | undefined =>
  known[message]?.[line]
const after = ({ message, line }: Place): Place => ({ message, line: line + 1 })

const begins = (known: Line[][], place: Place, line: Line) =>
  line.plain.startsWith(`${lineAt(known, place)?.plain} `)

/** A program wrote lines that follow each other as one. */
const isJoined = (known: Line[][], { message, line: at }: Place, line: Line) =>
  (known[message] ?? [])
    .slice(at, at + mostJoined)
    .map(({ plain }) => plain)
    .join(' ')
    .startsWith(line.plain)

const placesOf = (known: Line[][], line: Line): Place[] =>
  known.flatMap((lines, message) => {
    const at = lines.findIndex(one => one.plain === line.plain)
    const first = { message, line: 0 }
    if (at >= 0) return [{ message, line: at }]
    const isLong = (lines[0]?.plain.length ?? 0) >= shortestFirstLine
    return isLong && begins(known, first, line) ? [first] : []
  })
