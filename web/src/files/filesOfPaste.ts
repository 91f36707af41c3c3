type Paste = { files: readonly File[]; text: string; isTextField: boolean }

/** The files of a paste. Text goes first where a text field has the focus: copied cells of a spreadsheet come with a picture of them.
 * Some systems copy a file with its name as text. */
export function filesOfPaste({ files, text, isTextField }: Paste): File[] {
  const names = new Set(files.map(({ name }) => name.normalize()))
  const lines = text.normalize().split(/[\r\n]+/)
  const hasText = text.trim() !== '' && !lines.every(line => line === '' || names.has(line.split('/').at(-1) ?? ''))
  return isTextField && hasText ? [] : [...files]
}
