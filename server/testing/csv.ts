/** The records of a CSV text (RFC 4180) by the names in its first line. Throws at an open quote, and where a record is too short or long. */
export function readCsv(text: string): Record<string, string>[] {
  const records: string[][] = [[]]
  let rest = text.replace(/\r?\n$/, '')
  while (true) {
    const [all, quoted, plain = ''] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?=,|\r?\n|$)/.exec(rest) ?? []
    if (all === undefined) throw new Error(`no CSV: ${rest.slice(0, 40)}`)
    records.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    const [end] = /^(?:,|\r?\n|$)/.exec(rest.slice(all.length)) ?? ['']
    rest = rest.slice(all.length + end.length)
    if (end === '') break
    if (end !== ',') records.push([])
  }
  const [names = [], ...rows] = records
  return rows.map(row => {
    if (row.length !== names.length) throw new Error(`${row.length} fields where there are ${names.length}: ${row.join()}`)
    return Object.fromEntries(names.map((name, column) => [name, row[column] as string]))
  })
}
