import Bowser from 'bowser'
import type { Signing } from '#platform/crypto/signing.ts'

export type Device = { browser: string; system: string }

const browsers = new Set(Object.values(Bowser.BROWSER_MAP))
const systems = new Set(Object.values(Bowser.OS_MAP))

/** The browser and the system that a `User-Agent` names; empty where it does not, or names none that is known: mails must not repeat anybody's text. */
export function deviceOf(userAgent: string): Device {
  if (userAgent === '') return { browser: '', system: '' } // Bowser would throw
  const { browser, os } = Bowser.parse(userAgent)
  const known = (names: Set<string>, name = '') => (names.has(name) ? name : '')
  return { browser: known(browsers, browser.name), system: known(systems, os.name) }
}

/** `Firefox, Windows` */
export const deviceInWords = ({ browser, system }: Device) => [browser, system].filter(Boolean).join(', ')

type DeviceOwner = { homeVendorId: string; id: string; passwordHash: string }

/**
 * What a browser keeps of somebody who signed in with it, and shows the next time: only this installation can make it, of their password
 * as it is now. So nothing has to be kept here of anybody's devices, and a new password makes all of them new.
 */
export const deviceToken = (signing: Signing, { homeVendorId, id, passwordHash }: DeviceOwner) =>
  signing.seal('device', homeVendorId, id, passwordHash)

/** Whether a browser shows that this person has signed in with it. */
export const isKnownDevice = (signing: Signing, { homeVendorId, id, passwordHash }: DeviceOwner, shown: readonly string[]) =>
  shown.some(mark => signing.isSealed(mark, 'device', homeVendorId, id, passwordHash))
