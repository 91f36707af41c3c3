/** Parses CSV (RFC 4180) into records by column name. @throws for
 * an open quote, and a record of another length than the header */
export function readCsv(text: string): Record<string, string>[] {
  const records: string[][] = [[]]
  let rest = text.replace(/\r?\n$/, '')
  while (true) {
    const [all, quoted, plain = ''] =
      /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?=,|\r?\n|$)/.exec(rest) ?? []
    if (all === undefined) throw new Error(`invalid CSV: ${rest.slice(0, 40)}`)
    records.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    const [end] = /^(?:,|\r?\n|$)/.exec(rest.slice(all.length)) ?? ['']
    rest = rest.slice(all.length + end.length)
    if (end === '') break
    if (end !== ',') records.push([])
  }
  const [names = [], ...rows] = records
  return rows.map(row => {
    if (row.length !== names.length)
      throw new Error(`${row.length} fields instead of ${names.length}: ${row.join()}`)
    return Object.fromEntries(names.map((name, column) => [name, row[column] as string]))
  })
}
