/** `data` is null in a block that has only an id. */
type Block = { data: string | null; id: string | null }

/** Returns the blocks with data or an id that each piece of text, which
 * may end anywhere, completes; ignores comments and other fields. */
export function createEventParser(): (text: string) => Block[] {
  let rest = ''
  let data: string[] = []
  let id: string | null = null
  return text => {
    const blocks: Block[] = []
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0 || id !== null)
          blocks.push({ data: data.length > 0 ? data.join('\n') : null, id })
        data = []
        id = null
      }
      if (line.startsWith('data:')) data.push(fieldValue(line))
      if (line.startsWith('id:')) id = fieldValue(line)
    }
    return blocks
  }
}

const fieldValue = (line: string) => line.slice(line.indexOf(':') + 1).replace(/^ /, '')
