/** A `Content-Disposition` with the file's name (RFC 6266):
 * `filename` in ASCII is for programs without `filename*`. */
export const contentDisposition = (type: 'attachment' | 'inline', fileName: string) =>
  `${type}; filename="${inAscii(fileName)}"; filename*=UTF-8''${encodeName(fileName)}`

/** Without accents; other letters, and what a quoted text or
 * a percent-encoded one gives a meaning, become `_`. */
const inAscii = (name: string) =>
  name
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]|["\\%/]/gu, '_')

/** RFC 8187: what encodeURIComponent leaves and the header must not hold. */
const encodeName = (name: string) =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
