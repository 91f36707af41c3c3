import { fold } from '#contract/text/turkish.ts'

/** A line of a mail's text: `plain` without invisible characters,
 * `folded` in the form in which the rules are written. */
export type Line = {
  text: string
  plain: string
  folded: string
  isBlank: boolean
  isQuoted: boolean
}

/** A pattern for a folded line, with an example that its test reads. */
export type Rule = { name: string; pattern: RegExp; example: string }

/** No rule reads more of a line, so that each costs the same on any input. */
const examined = 1000

const blank: Line = { text: '', plain: '', folded: '', isBlank: true, isQuoted: false }

export const readLines = (text: string): Line[] => text.split(/\r\n|\r|\n/).map(readLine)

/** Dates in Arabic and Persian can have digits of their own. */
const withAsciiDigits = (text: string) =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, digit => String(digit.charCodeAt(0) & 15))

export function readLine(text: string): Line {
  if (text === '') return blank
  const plain = text
    .slice(0, examined)
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/[‘’ʼ´`]/g, "'")
    .replace(/[‐-―]/g, '-')
    .trim()
  const isBlank = plain === '' && text.length <= examined
  return {
    text,
    plain,
    folded: withAsciiDigits(fold(plain)),
    isBlank,
    isQuoted: plain.startsWith('>'),
  }
}

export function nextLine(lines: readonly Line[], index: number): Line | undefined {
  for (let i = index; i < lines.length; i++) if (!lines[i]?.isBlank) return lines[i]
  return undefined
}

export const findRule = (rules: readonly Rule[], text: string) =>
  rules.find(({ pattern }) => pattern.test(text))
