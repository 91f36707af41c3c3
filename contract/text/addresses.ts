/** The one spelling of an e-mail address that is stored: lower case
 * (I and İ become i), NFC, host in ASCII, nothing invisible. */
export const canonicalAddress = (typed: string) =>
  withAsciiHost(
    withoutInvisible(typed.replaceAll('＠', '@')) // full-width
      .toLowerCase()
      .replaceAll('i\u0307', 'i') // İ in lower case
      .normalize('NFC'),
  )

/** As typed, in ASCII lower case: the spelling in which
 * versions before migration 0026 stored an address. */
export const formerAddress = (typed: string) => toAsciiLowerCase(withoutInvisible(typed))

const ignorable = /\p{Default_Ignorable_Code_Point}/gu
const ignorableInHost =
  /([\p{L}\p{M}][\u200c\u200d](?=[\p{L}\p{M}]))|\p{Default_Ignorable_Code_Point}/gu

/** In a host, a zero-width joiner between letters stays: some scripts
 * need it, and without it the host is another one (RFC 5892, A.1). */
function withoutInvisible(typed: string): string {
  const at = typed.lastIndexOf('@') + 1
  return (
    typed.slice(0, at).replace(ignorable, '') + typed.slice(at).replace(ignorableInHost, '$1')
  ).trim()
}

export const toAsciiLowerCase = (text: string) =>
  text.replace(/[A-Z]/g, letter => letter.toLowerCase())

function withAsciiHost(address: string): string {
  const at = address.lastIndexOf('@') + 1
  return at === 0 ? address : address.slice(0, at) + asciiHost(address.slice(at))
}

const notInHosts = /[\s/?#\\:@%[\]<>^|]/

/** A host in ASCII (IDNA), without the dot of the root; one that is no host stays as it is. */
export function asciiHost(host: string): string {
  const name = host.replace(/\.$/, '')
  if (/^[\x21-\x7e]*$/.test(name) || notInHosts.test(name)) return name
  try {
    return new URL(`http://${name}`).hostname.replace(/\.$/, '')
  } catch {
    return name
  }
}

/** Whether a canonical address has a local part that needs no quotes (RFC 5321, 4.1.2) and
 * a host that can receive mail: two labels or more, of which the last is no number.
 * An underscore is for records of the DNS (RFC 1123, 2.1). */
export function canReceiveMail(address: string): boolean {
  const host = address.slice(address.lastIndexOf('@') + 1)
  const labels = host.split('.')
  return (
    !/^\.|\.\.|\.@/.test(address) &&
    host.length <= 253 &&
    labels.length > 1 &&
    labels.every(label => labelPattern.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  )
}

const labelPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
