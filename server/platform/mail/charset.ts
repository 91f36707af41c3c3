import { isUtf8 } from 'node:buffer'

const utf8 = new TextDecoder('utf-8')
const turkish = new TextDecoder('windows-1254')

const maxGuessBytes = 65_536

/** A mail part's text in its declared charset; where that is missing or invalid,
 * UTF-8 if most letters are, else windows-1254. So are Latin-1 and ASCII, which
 * programs declare wrongly: windows-1254 differs in ğ, ı, ş, Ğ, İ, Ş only. */
export function decodeText(content: Uint8Array, declared: string | undefined): string {
  const decoder = strictDecoder(declared)
  if (decoder && !['utf-8', 'windows-1252', 'windows-1254'].includes(decoder.encoding)) {
    try {
      return decoder.decode(content)
    } catch {} // invalid in the declared charset
  }
  return isUtf8(content) || isMostlyUtf8(content.subarray(0, maxGuessBytes))
    ? utf8.decode(content)
    : turkish.decode(content)
}

/** A header line that is not UTF-8 is windows-1254; so are its
 * encoded words (RFC 2047) that claim to be Latin-1 or ASCII. */
export function decodeHeaderLine(line: Uint8Array): string {
  const text = isUtf8(line) ? utf8.decode(line) : turkish.decode(line)
  return text.replace(/=\?(?:iso-8859-1|windows-1252|us-ascii)\?(?=[bq]\?)/gi, '=?windows-1254?')
}

function strictDecoder(label: string | undefined): TextDecoder | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label.trim(), { fatal: true })
  } catch {
    return undefined // an unknown charset
  }
}

function isMostlyUtf8(content: Uint8Array): boolean {
  let [whole, broken] = [0, 0]
  for (const letter of utf8.decode(content)) {
    if (letter === '\ufffd') broken++
    else if (letter > '\x7f') whole++
  }
  return whole > broken
}
