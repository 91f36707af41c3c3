import { limits } from '#contract/limits.ts'
import { localStore } from '../../browser/localStore.ts'

/** Device tokens, by which the server recognises this browser: one for
 * each user, the last first. Signing out keeps them (record 0011). */
export const deviceTokens = {
  list: (): string[] => {
    const value = localStore.read('devices')
    return Array.isArray(value)
      ? value
          .filter(each => typeof each === 'string' && each.length <= 100)
          .slice(0, limits.devices)
      : []
  },
  add: (device: string) =>
    localStore.write(
      'devices',
      [...new Set([device, ...deviceTokens.list()])].slice(0, limits.devices),
    ),
}
