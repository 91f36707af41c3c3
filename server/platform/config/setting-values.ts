import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { normalizeHost } from '#contract/text/hosts.ts'

// Parsers of settings. Each returns undefined for a text that is not valid.

/** A URL with one of these protocols (`'https:'`), as it was written. */
export const url =
  (...protocols: string[]) =>
  (text: string) =>
    protocols.includes(URL.parse(text)?.protocol ?? '') ? text : undefined

/** The origin of an HTTP URL that has neither a path nor a
 * query, without a dot at the end of its host. */
export function origin(text: string) {
  const parsed = URL.parse(text)
  if (parsed) parsed.hostname = normalizeHost(parsed.hostname)
  const isOrigin =
    parsed &&
    ['http:', 'https:'].includes(parsed.protocol) &&
    parsed.pathname === '/' &&
    !parsed.search
  return isOrigin ? parsed.origin : undefined
}

/** The text as it was written, if the whole pattern fits it. */
export const matching = (pattern: RegExp) => (text: string) =>
  pattern.test(text) ? text : undefined

/** A whole number in decimal digits, from `min` to `max` inclusive. */
export const integer = (min: number, max: number) => (text: string) =>
  /^\d+$/.test(text) &&
  text.length <= String(max).length &&
  Number(text) >= min &&
  Number(text) <= max
    ? Number(text)
    : undefined

/** A text of at least so many UTF-16 code units, such as a secret. */
export const atLeast = (characters: number) => (text: string) =>
  text.length >= characters ? text : undefined

/** The value of one of these words, in any case. */
export const oneOf =
  <T>(values: Record<string, T>) =>
  (text: string): T | undefined =>
    Object.hasOwn(values, text.toLowerCase()) ? values[text.toLowerCase()] : undefined

/** A time such as `30m`, in seconds. */
export function seconds(text: string) {
  const [, number, unit] = /^(\d{1,6})\s*(s|m|h|d)$/.exec(text) ?? []
  const value = Number(number) * { s: 1, m: 60, h: 3600, d: 86_400 }[(unit ?? 's') as 's']
  return value > 0 ? value : undefined
}

/** A size such as `100 MB`, in bytes (1 KB is 1,024 bytes). */
export function bytes(text: string) {
  const [, number, unit] = /^(\d{1,9})\s*(KB|MB|GB)$/i.exec(text) ?? []
  const value =
    Number(number) *
    { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }[(unit ?? 'KB').toUpperCase() as 'KB']
  return value > 0 ? value : undefined
}

/** A time such as `03:30` on a clock of 24 hours. */
export function timeOfDay(text: string) {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return minute === undefined ? undefined : { hour: Number(hour), minute: Number(minute) }
}

/** `selector=host` pairs, separated by commas. */
export function dkimKeys(text: string) {
  const pairs = text
    .toLowerCase()
    .split(',')
    .map(pair =>
      /^\s*([a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?)=([a-z0-9_](?:[a-z0-9_.-]*[a-z0-9])?)\.?\s*$/.exec(
        pair,
      ),
    )
  return pairs.every(pair => pair !== null)
    ? pairs.map(([, selector = '', target = '']) => ({ selector, target }))
    : undefined
}

/** Host names, each with or without a port, separated by commas. */
export function hostList(text: string): string[] | undefined {
  const hosts = text
    .toLowerCase()
    .split(',', 21)
    .map(host => host.trim())
  return hosts.every(host => /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/.test(host)) &&
    hosts.length <= 20
    ? hosts
    : undefined
}

/** For Fastify's `trustProxy`: addresses, CIDR ranges and
 * names of ranges, or the number of proxies. */
export function proxies(
  text: string,
): string | ((address: string, hop: number) => boolean) | undefined {
  if (/^[1-9]$/.test(text)) return (_, hop) => hop < Number(text)
  const ranges = listRanges(text)
  const isRange = (range: string) =>
    ['loopback', 'linklocal', 'uniquelocal'].includes(range) || isNetwork(range)
  return ranges.every(isRange) ? ranges.join(',') : undefined
}

/** Addresses and CIDR ranges, of which `loopback` is this machine. */
export function networks(text: string): BlockList | undefined {
  const ranges = listRanges(text).flatMap(range =>
    range === 'loopback' ? ['127.0.0.0/8', '::1'] : [range],
  )
  if (!ranges.every(isNetwork)) return undefined
  const list = new BlockList()
  for (const range of ranges) {
    const [address, bits] = ipaddr.parseCIDR(
      range.includes('/') ? range : `${range}/${isIP(range) === 4 ? 32 : 128}`,
    )
    list.addSubnet(address.toString(), bits, address.kind())
  }
  return list
}

const listRanges = (text: string) => text.split(',').map(range => range.trim())

const isNetwork = (range: string) =>
  range.includes('/') ? ipaddr.isValidCIDR(range) && !/\/0+$/.test(range) : isIP(range) !== 0
