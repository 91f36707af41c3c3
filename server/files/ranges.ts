type ByteRange = { start: number; end: number }
type Headers = Record<string, string | string[] | undefined>

/** The bytes to send of a file (RFC 9110, 13 and 14): all of them where no single range
 * is asked for, none where the client has them, or where the range has none. */
export function partToSend(
  method: string,
  headers: Headers,
  { size, tag }: { size: number; tag: string },
): 'whole' | 'unchanged' | 'unsatisfiable' | ByteRange {
  if (isNamedIn(headers['if-none-match'], tag)) return 'unchanged'
  const condition = headers['if-range']
  const { range } = headers
  if (
    method !== 'GET' ||
    typeof range !== 'string' ||
    (condition !== undefined && condition !== tag)
  )
    return 'whole'
  return rangeOf(range, size)
}

function isNamedIn(header: Headers[string], tag: string): boolean {
  const names = String(header ?? '').split(',')
  return names.some(name => ['*', tag, `W/${tag}`].includes(name.trim()))
}

/** `bytes=0-99`, `bytes=100-` or `bytes=-100`; several ranges
 * and a malformed one are answered by the whole file. */
function rangeOf(header: string, size: number): 'whole' | 'unsatisfiable' | ByteRange {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header) ?? []
  if (first === '' && last === '') return 'whole'
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return 'whole'
  return start < size ? { start, end } : 'unsatisfiable'
}
