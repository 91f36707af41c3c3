import Bowser from 'bowser'
import { canonicalAddress } from '#contract/text/addresses.ts'
import type { Signing } from '#platform/crypto/signing.ts'

export type Device = { browser: string; system: string }

const browsers = new Set(Object.values(Bowser.BROWSER_MAP))
const systems = new Set(Object.values(Bowser.OS_MAP))

/** The browser and system of a `User-Agent`; only known
 * names, as mails must not repeat text of a sender. */
export function deviceOf(userAgent: string): Device {
  if (userAgent === '') return { browser: '', system: '' } // Bowser throws on it
  const { browser, os } = Bowser.parse(userAgent)
  const known = (names: Set<string>, name = '') => (names.has(name) ? name : '')
  return { browser: known(browsers, browser.name), system: known(systems, os.name) }
}

export const deviceInWords = ({ browser, system }: Device) =>
  [browser, system].filter(Boolean).join(', ')

type DeviceOwner = { homeVendorId: string; id: string; email: string; passwordHash: string }

/** The first part is valid until the password changes; the second is
 * read without a query (docs/decisions/0011-device-tokens.md). */
export const deviceToken = (
  signing: Signing,
  { homeVendorId, id, email, passwordHash }: DeviceOwner,
) =>
  `${signing.sign('device', homeVendorId, id, passwordHash)}.${signing.sign('device', homeVendorId, canonicalAddress(email))}`

export const isKnownDevice = (
  signing: Signing,
  { homeVendorId, id, passwordHash }: DeviceOwner,
  tokens: readonly string[],
) =>
  tokens.some(token =>
    signing.isValidSignature(partsOf(token)[0], 'device', homeVendorId, id, passwordHash),
  )

/** Whether a token was issued to the account with this
 * e-mail, with its present password or an earlier one. */
export const hasDeviceTokenOf = (
  signing: Signing,
  homeVendorIds: string[],
  email: string,
  tokens: readonly string[],
) =>
  tokens.some(token =>
    homeVendorIds.some(home =>
      signing.isValidSignature(partsOf(token)[1], 'device', home, canonicalAddress(email)),
    ),
  )

function partsOf(token: string): [string, string] {
  const [account = '', email = ''] = token.split('.')
  return [account, email]
}
