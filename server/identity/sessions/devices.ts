import Bowser from 'bowser'
import type { Signing } from '#platform/crypto/signing.ts'

export type Device = { browser: string; system: string }

const browsers = new Set(Object.values(Bowser.BROWSER_MAP))
const systems = new Set(Object.values(Bowser.OS_MAP))

/** The browser and system of a `User-Agent`; only known names, as mails must not repeat text of a sender. */
export function deviceOf(userAgent: string): Device {
  if (userAgent === '') return { browser: '', system: '' } // Bowser throws on it
  const { browser, os } = Bowser.parse(userAgent)
  const known = (names: Set<string>, name = '') => (names.has(name) ? name : '')
  return { browser: known(browsers, browser.name), system: known(systems, os.name) }
}

export const deviceInWords = ({ browser, system }: Device) => [browser, system].filter(Boolean).join(', ')

type DeviceOwner = { homeVendorId: string; id: string; passwordHash: string }

/** Recognises a browser that the account has signed in with, until its password changes (docs/decisions/0011-device-tokens.md). */
export const deviceToken = (signing: Signing, { homeVendorId, id, passwordHash }: DeviceOwner) =>
  signing.sign('device', homeVendorId, id, passwordHash)

export const isKnownDevice = (signing: Signing, { homeVendorId, id, passwordHash }: DeviceOwner, tokens: readonly string[]) =>
  tokens.some(token => signing.isValidSignature(token, 'device', homeVendorId, id, passwordHash))
