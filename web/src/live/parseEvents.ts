/** Returns the data of the events that each piece of text, which may
 * end anywhere, completes; ignores comments and other fields. */
export function createEventParser(): (text: string) => string[] {
  let rest = ''
  let data: string[] = []
  return text => {
    const events: string[] = []
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '' && data.length > 0) {
        events.push(data.join('\n'))
        data = []
      }
      if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5))
    }
    return events
  }
}
