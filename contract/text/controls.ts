import { withoutDirectionMarks } from './direction.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters to refuse
const inLine = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters to refuse
const inText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
const unpairedSurrogates = /\p{Cs}/gu

/** The string method of this name is newer than the supported browsers. */
export const isWellFormed = (text: string): boolean => text.search(unpairedSurrogates) < 0

/** Whether one line of text has control characters or unpaired surrogates. */
export const hasControls = (line: string): boolean =>
  line.search(inLine) >= 0 || !isWellFormed(line)

/** The same for a text of many lines, in which tab and new line are none. */
export const hasControlsInText = (text: string): boolean =>
  text.search(inText) >= 0 || !isWellFormed(text)

/** A pasted line without what `hasControls` finds and without direction
 * marks, which Windows and messengers write around numbers and days:
 * tabs and line breaks become blanks, the others are left out. */
export const cleanLine = (line: string): string =>
  withoutDirectionMarks(line)
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(inLine, '')
    .replace(unpairedSurrogates, '')

/** A pasted text without what `hasControlsInText` finds: a line break
 * of word processors becomes a new line, the others are left out. */
export const cleanText = (text: string): string =>
  text
    .replace(/[\v\f]/g, '\n')
    .replace(inText, '')
    .replace(unpairedSurrogates, '')
