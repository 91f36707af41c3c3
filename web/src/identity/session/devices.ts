import { limits } from '#contract/fields.ts'
import { localStore } from '../../browser/localStore.ts'

/** What the server knows this browser by, one text for each of its users, whoever used it last first. It stays when they sign out. */
export const devices = {
  known: (): string[] => {
    const value = localStore.read('devices')
    return Array.isArray(value) ? value.filter(each => typeof each === 'string' && each.length <= 100).slice(0, limits.devices) : []
  },
  keep: (device: string) => localStore.write('devices', [...new Set([device, ...devices.known()])].slice(0, limits.devices)),
}
