/** Where a program may begin a cell before a formula, with any separator
 * or quotes; or before the field's end, whose quote may open one. */
const formulaStart = /(?:^|[;,"])(?=[\s\p{Cf}]*[=+\-@＝＋－＠])|[;,](?=\s*$)/gu
const lineBreaksAndControls = /[\p{Cc}\u2028\u2029]/gu

/** A CSV record (RFC 4180). An apostrophe precedes possible formulas
 * (OWASP, CSV injection); control characters become spaces. */
export const csvLine = (fields: readonly (string | null)[], separator: ';' | ','): string =>
  `${fields.map(field => quoted(field ?? '')).join(separator)}\r\n`

const quoted = (text: string) =>
  `"${text.replace(lineBreaksAndControls, ' ').replace(formulaStart, "$&'").replaceAll('"', '""')}"`
