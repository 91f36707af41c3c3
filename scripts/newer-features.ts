import { features } from 'web-features'
import { oldestBrowsers } from '../web/vite/supportedBrowsers.ts'

/** The oldest versions, and the names that they have in `web-features`. What Safari
 * has on one of its systems only, such as a cursor, is no question of its age. */
const oldest = [
  { version: oldestBrowsers.Chrome, names: ['chrome'] }, // that of Samsung is one
  { version: oldestBrowsers.Edge, names: ['edge'] },
  { version: oldestBrowsers.Firefox, names: ['firefox'] },
  { version: oldestBrowsers.Safari, names: ['safari', 'safari_ios'] },
] as const

type Statuses = Record<string, { support: Record<string, string> }>

/** All features by their keys in MDN's compatibility data,
 * and whether one of the oldest browsers lacks them. */
const newer = new Map<string, boolean>()
for (const feature of Object.values(features)) {
  const statuses: Statuses = feature.status?.by_compat_key ?? {}
  for (const [key, { support }] of Object.entries(statuses))
    newer.set(
      key,
      oldest.some(({ version, names }) => {
        const versions = names.flatMap(name => support[name] ?? [])
        return versions.length === 0 || !versions.every(each => isUpTo(each, version))
      }),
    )
}

function isUpTo(version: string, limit: string): boolean {
  const parts = (text: string) => text.replace('≤', '').split('.').map(Number)
  const [[major = 0, minor = 0], [maxMajor = 0, maxMinor = 0]] = [parts(version), parts(limit)]
  return major < maxMajor || (major === maxMajor && minor <= maxMinor)
}

export const isNewer = (key: string): boolean => newer.get(key) === true

/** What a style sheet has where it uses a feature; null for a
 * feature that has no word of its own, such as a rule's detail. */
function patternOf(key: string): RegExp | null {
  const [, kind, name = '', detail = ''] = key.split('.')
  const depth = key.split('.').length
  const last = key.slice(key.lastIndexOf('.') + 1)
  if (last.includes('_')) return null
  if (kind === 'properties' && depth === 3) return new RegExp(`[{;\\s]${name}\\s*:`)
  if (kind === 'properties' && depth === 4 && !isNewer(`css.properties.${name}`))
    return new RegExp(`[{;\\s]${name}\\s*:[^;}]*(?<![\\w-])${detail}(?![\\w-])`)
  if (kind === 'selectors' && depth === 3) return new RegExp(`:${name}(?![\\w-])`)
  if (kind === 'at-rules' && depth === 3) return new RegExp(`@${name}(?![\\w-])`)
  if (kind === 'at-rules' && name === 'media' && depth === 4)
    return new RegExp(`@media[^{]*\\(\\s*(?:m(?:in|ax)-)?${detail}(?![\\w-])`)
  if (kind === 'types' && name === 'length')
    return new RegExp(`(?<![\\w-])[\\d.]+${last}(?![\\w-])`)
  return kind === 'types' ? new RegExp(`(?<![\\w-])${last}\\(`) : null
}

const stylePatterns = [...newer.keys()]
  .filter(key => key.startsWith('css.') && isNewer(key))
  .flatMap(key => {
    const pattern = patternOf(key)
    return pattern ? [{ key, pattern }] : []
  })

/** The features of a style sheet that one of the oldest browsers lacks. */
export function findNewerStyles(css: string): string[] {
  const text = css.replace(/\/\*[\s\S]*?\*\//g, '')
  return stylePatterns.filter(({ pattern }) => pattern.test(text)).map(({ key }) => key)
}

/** The keys of interfaces' members, by the member's name. */
const keysOfMember = Map.groupBy(
  [...newer.keys()].filter(key => /^api\.\w+\.[^.]+$/.test(key)),
  key => key.split('.')[2] ?? '',
)

/** The events that a script listens to and one of the oldest browsers
 * lacks: the compiler accepts any name, and React declares its own. */
export function findNewerEvents(script: string): string[] {
  const names = [...script.matchAll(/addEventListener\(\s*'(\w+)'|\bon([A-Z]\w+)=\{/g)].map(
    ([, name, handler = '']) => name ?? handler.toLowerCase(),
  )
  return names.flatMap(name => {
    const keys = keysOfMember.get(`${name}_event`) ?? []
    return keys.every(isNewer) ? keys : []
  })
}

/** The compiler's library of a browser (`lib.dom.d.ts`) without what one of the
 * oldest browsers lacks, so that the compiler refuses code that needs more. */
export function withoutNewer(library: string, allowed: ReadonlySet<string>): string {
  const isMissing = (key: string) => isNewer(key) && !allowed.has(key)
  const mixins = mixinsOf(library)
  let owner: { name: string; isValue: boolean } | null = null
  let isOmitted = false
  return library
    .split('\n')
    .filter(line => {
      const opened = /^(interface|declare var|declare namespace) (\w+)[^;]*\{$/.exec(line)
      if (opened?.[2]) {
        owner = { name: opened[2], isValue: opened[1] !== 'interface' }
        isOmitted = owner.isValue && isMissing(`api.${owner.name}`)
        return !isOmitted
      }
      const [wasOmitted, within] = [isOmitted, owner]
      if (line.startsWith('}')) {
        owner = null
        isOmitted = false
      }
      if (wasOmitted) return false
      if (within) return !keysOf(within, line, mixins).some(isMissing)
      const [, name] = /^declare (?:var|function) (\w+)/.exec(line) ?? []
      return !isMissing(`api.Window.${name}`) && !isMissing(`api.WorkerGlobalScope.${name}`)
    })
    .join('\n')
}

/** What the interfaces with a constructor extend. */
const mixinsOf = (library: string) =>
  new Set(
    [...library.matchAll(/^interface (\w+) extends ([^{]+) \{$/gm)]
      .filter(([, name]) => library.includes(`\ndeclare var ${name}: {`))
      .flatMap(([, , bases = '']) => bases.split(', ')),
  )

/** The keys of the member that a line of an interface declares. The data does
 * not name mixins: all interfaces with a member of that name must lack it. */
function keysOf(
  { name, isValue }: { name: string; isValue: boolean },
  line: string,
  mixins: ReadonlySet<string>,
): string[] {
  const [, word, symbol] =
    /^ {4}(?:readonly |[gs]et |function )?(?:(\w+)|\[Symbol\.(\w+)\])[(?:<]/.exec(line) ?? []
  const member = symbol ? `@@${symbol}` : word
  if (!member) return []
  if (isValue) return [`api.${name}.${member}_static`]
  const own = `api.${name}.${member}`
  if (newer.has(own) || !mixins.has(name)) return [own]
  const others =
    keysOfMember.get(member.replace(/^on(\w+)$/, '$1_event')) ?? keysOfMember.get(member) ?? []
  return others.every(isNewer) ? others : []
}
