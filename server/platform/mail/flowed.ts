/** How a program wrapped the lines of its text (RFC 3676):
 * at a space, which with `delsp` was added for it. */
type Flow = 'fixed' | 'flowed' | 'delsp'

/** How a text part is wrapped, by the parameters of its Content-Type. */
export function flowOf({ format = '', delsp = '' }: Record<string, string>): Flow {
  if (format.toLowerCase() !== 'flowed') return 'fixed'
  return delsp.toLowerCase() === 'yes' ? 'delsp' : 'flowed'
}

/** Joins the lines that a program wrapped, each with its successor of the same quote level. */
export function unflow(text: string, flow: Flow): string {
  if (flow === 'fixed') return text
  const joined: string[] = []
  let open: number | null = null // the quote level of the last line, if that one continues
  for (const line of text.split(/\r\n|\r|\n/)) {
    const marks = /^>*/.exec(line)?.[0] ?? ''
    const content = line.slice(marks.length).replace(/^ /, '')
    const continues = content.endsWith(' ') && content !== '-- '
    const piece = continues && flow === 'delsp' ? content.slice(0, -1) : content
    if (open === marks.length) joined.push(piece)
    else joined.push(joined.length > 0 ? '\n' : '', marks && content ? `${marks} ` : marks, piece)
    open = continues ? marks.length : null
  }
  return joined.join('')
}
