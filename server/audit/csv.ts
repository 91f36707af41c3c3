/**
 * Where a program may begin a cell, whichever separator and quoting it knows, before a formula's first character. Or before the field's end,
 * where the closing quote would open a quotation that begins with the line break.
 */
const formulaStart = /(?:^|[;,"])(?=[\s\p{Cf}]*[=+\-@＝＋－＠])|[;,](?=\s*$)/gu
const lineBreaksAndControls = /[\p{Cc}\u2028\u2029]/gu

/**
 * One record of CSV (RFC 4180) with its line end: every field in quotes, null as an empty one. No spreadsheet reads a formula in it, even one
 * that splits at another separator than `separator` (OWASP, CSV injection): an apostrophe stands before what could begin one, and tabs, line
 * breaks and other control characters are spaces.
 */
export const csvLine = (fields: readonly (string | null)[], separator: ';' | ','): string =>
  `${fields.map(field => quoted(field ?? '')).join(separator)}\r\n`

const quoted = (text: string) => `"${text.replace(lineBreaksAndControls, ' ').replace(formulaStart, "$&'").replaceAll('"', '""')}"`
