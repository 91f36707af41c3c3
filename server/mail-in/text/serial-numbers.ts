import { fold } from '#contract/text/turkish.ts'

/** A shorter serial number is too likely to be some other number. */
const minLength = 3
/** From this length on, a serial number may be written with other separators than its own. */
const minLengthInParts = 5

const separator = '-'
const end = '|'

/** Of the serial numbers those that a text names, in whatever case and
 * with other separators (`at26 1124` for `AT26-1124`). */
export function namedIn(text: string, serials: string[]): string[] {
  const whole = partsOf(text)
  const joined = join(whole)
  const runs = runsOf(whole)
  const named = serials.filter(serial => {
    const parts = partsOf(serial)
    const { letters } = join(parts)
    if (letters.length < minLength) return false
    return letters.length < minLengthInParts ? runs.includes(runsOf(parts)) : isIn(joined, letters)
  })
  return named.filter(serial => !named.some(other => other !== serial && isPartOf(serial, other)))
}

/** Letters and digits in lower case; a separator between two of
 * them that can be part of a serial number, and an end elsewhere. */
const partsOf = (text: string) =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, between => (/^[ \-–_./]$/.test(between) ? separator : end))
    .replace(/^[-|]+|[-|]+$/g, '')

/** With one separator around each run of letters and digits. */
const runsOf = (parts: string) => `-${parts.replaceAll(end, separator)}-`

type Joined = { letters: string; isBoundary: (at: number) => boolean }

/** Without its separators; a boundary is where a part begins or ends. */
function join(parts: string): Joined {
  const boundaries = new Set([0])
  let letters = ''
  for (const part of parts.split(separator)) {
    // an end stays in the text: no serial number reaches across
    for (const run of part.split(/(?<=\|)|(?=\|)/)) {
      letters += run
      boundaries.add(letters.length)
    }
  }
  return { letters, isBoundary: at => boundaries.has(at) }
}

function isIn({ letters, isBoundary }: Joined, serial: string): boolean {
  for (let at = letters.indexOf(serial); at >= 0; at = letters.indexOf(serial, at + 1))
    if (isBoundary(at) && isBoundary(at + serial.length)) return true
  return false
}

const isPartOf = (serial: string, other: string) =>
  isIn(join(partsOf(other)), join(partsOf(serial)).letters)
