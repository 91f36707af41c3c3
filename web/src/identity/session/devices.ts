import { limits } from '#contract/fields.ts'
import { localStore } from '../../browser/localStore.ts'

/** Device tokens, by which the server recognises this browser: one for each user, the last one first (record 0011). Signing out keeps them. */
export const devices = {
  list: (): string[] => {
    const value = localStore.read('devices')
    return Array.isArray(value) ? value.filter(each => typeof each === 'string' && each.length <= 100).slice(0, limits.devices) : []
  },
  add: (device: string) => localStore.write('devices', [...new Set([device, ...devices.list()])].slice(0, limits.devices)),
}
