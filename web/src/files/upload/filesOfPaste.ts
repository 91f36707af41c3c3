import { isSeen } from '#contract/text/turkish.ts'

type Paste = { files: readonly File[]; text: string }

/** The files of a paste. Text goes first: copied cells of a spreadsheet, also blank
 * ones, come with a picture of them. Some systems copy a file with its name as text. */
export function filesOfPaste({ files, text }: Paste): File[] {
  const names = new Set(files.map(({ name }) => name.normalize()))
  const lines = text.normalize().split(/[\r\n]+/)
  const hasText =
    (isSeen(text) || text.includes('\t')) &&
    !lines.every(line => line === '' || names.has(line.split('/').at(-1) ?? ''))
  return hasText ? [] : [...files]
}
