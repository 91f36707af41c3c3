import type { MailHeaders } from '#platform/mail/parse-mail.ts'

/** A mail's headers: names in lower case, with each value in its order. */
export type HeaderFields = ReadonlyMap<string, readonly string[]>

/** The values of a header, without comments in parentheses and surrounding space. */
export const uncommentedValues = (headers: HeaderFields, name: string): string[] =>
  (headers.get(name) ?? []).map(value => value.replace(/\([^()]{0,200}\)/g, '').trim())

/** Reads the header block at a text's beginning, up to its first blank line (RFC 5322, 2.2). */
export function readHeaderBlock(text: string): HeaderFields {
  const headers = new Map<string, string[]>()
  let values: string[] | undefined
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === '') {
      if (headers.size > 0) break
      continue
    }
    const folded = /^[ \t]/.test(line)
    if (folded && values) values.push(`${values.pop() ?? ''} ${line.trim()}`.slice(0, 4000))
    const colon = line.indexOf(':')
    if (folded || colon < 1) continue
    const name = line.slice(0, colon).trim().toLowerCase()
    values = headers.get(name) ?? []
    values.push(line.slice(colon + 1).trim())
    headers.set(name, values)
  }
  return headers
}

export function fieldsOf({ headers }: MailHeaders): HeaderFields {
  const fields = Map.groupBy(headers, ({ key }) => key)
  return new Map([...fields].map(([name, each]) => [name, each.map(({ value }) => value)]))
}
