import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { parseScannerUrl } from '#platform/storage/scanner.ts'

/** Everything that can be set from outside, checked. Sizes are bytes, times are seconds. */
export type Config = {
  demo: boolean
  port: number
  host: string
  /** Where people reach the portal, without a path; of its host name each vendor has its own. */
  publicUrl: string
  dataDir: string
  /** The database itself, by its owner's login. */
  databaseUrl: string | undefined
  /** A PgBouncer in transaction mode before it, for the requests; with a login of its own. */
  poolUrl: string | undefined
  /** It knows of prepared statements. */
  poolPrepares: boolean
  storageUrl: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  tokenSecret: string
  /** The secret is the data dir's own, and not given by TOKEN_SECRET. */
  keepsSecret: boolean
  tokenLifetime: number
  uploadLimit: number
  /** How many bytes a vendor's files may take, where the vendor has no quota of its own; undefined: any number. */
  vendorQuota: number | undefined
  /** The scanner that looks for malware in uploads; undefined: nobody does. */
  clamavUrl: string | undefined
  liveSupportUrl: string | undefined
  /** Where a backup is made each day; undefined: nowhere. */
  backupDir: string | undefined
  /** When, UTC. */
  backupAt: { hour: number; minute: number }
  /** How many of them are kept. */
  backupKeep: number
  /** Who says this as a bearer may read /metrics; undefined: whoever asks on this machine. */
  metricsToken: string | undefined
  /** Where OpenTelemetry's spans go, and under which name; undefined: nowhere. */
  traces: { url: string; service: string } | undefined
  /** How long the audit keeps what was done. */
  auditLifetime: number
  /** Whose X-Forwarded-For is believed: addresses and ranges, or how many proxies there are in a row. */
  trustProxy: string | ((address: string, hop: number) => boolean)
  /** How long it goes on taking requests after it has been told to stop. */
  stopDelay: number
  /** How many times the room every limit on attempts has. */
  limitFactor: number
}

/** Thrown by `readConfig`: one line for each setting that is wrong. */
export class ConfigError extends Error {}

/**
 * Reads the settings from an environment. This is the one list of them:
 * PORT, HOST, PUBLIC_URL, DATA_DIR, DATABASE_URL, DATABASE_POOL_URL, DATABASE_POOL_PREPARES, STORAGE_URL, SMTP_URL, MAIL_FROM, TOKEN_SECRET,
 * TOKEN_LIFETIME, UPLOAD_LIMIT, VENDOR_QUOTA, CLAMAV_URL, LIVE_SUPPORT_URL, BACKUP_DIR, BACKUP_AT, BACKUP_KEEP, TRUST_PROXY, LIMIT_FACTOR, AUDIT_LIFETIME,
 * METRICS_TOKEN, STOP_DELAY. Each can be given as NAME_FILE instead: the file that says it. Of OpenTelemetry's: OTEL_EXPORTER_OTLP_ENDPOINT,
 * OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL, OTEL_SERVICE_NAME, OTEL_TRACES_EXPORTER, OTEL_SDK_DISABLED, besides those
 * that its library reads itself. With `looks` nothing is made where no installation has begun; the secret is empty then.
 * @throws ConfigError
 */
export function readConfig(env: Record<string, string | undefined>, looks?: 'looks'): Config {
  const wrong: string[] = []
  const demo = env.TEZGAH_DEMO === '1'

  /** What a setting is set to: by itself, or by the file that NAME_FILE names, where secrets are handed over as files. */
  function textOf(name: string) {
    const [text, path] = [env[name]?.trim(), env[`${name}_FILE`]?.trim()]
    if (text || !path) return text
    try {
      return readFileSync(path, 'utf8').trim()
    } catch (error) {
      wrong.push(`${name}_FILE=${path}: ${(error as Error).message}`)
      return undefined
    }
  }
  /** A setting's text read by `read`, which answers undefined where it makes no sense. */
  function setting<T>(name: string, fallback: T, expected: string, read: (text: string) => T | undefined): T {
    const text = textOf(name)
    if (!text) return fallback
    const value = read(text)
    if (value === undefined) wrong.push(`${name}=${holdsSecret.test(name) ? '…' : text}: expected ${expected}`)
    return value ?? fallback
  }
  const url =
    (...protocols: string[]) =>
    (text: string) =>
      protocols.includes(URL.parse(text)?.protocol ?? '') ? text : undefined

  /** As the OpenTelemetry specification names them. Spans go as JSON, which whoever takes `http/protobuf` takes at the same address. */
  function traces(): Config['traces'] {
    const collector = url('http:', 'https:')
    const one = setting('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', undefined, 'http://host:4318/v1/traces', collector)
    const all = setting('OTEL_EXPORTER_OTLP_ENDPOINT', undefined, 'http://host:4318', collector)
    const service = setting('OTEL_SERVICE_NAME', 'tezgah', 'a name', text => text)
    setting('OTEL_EXPORTER_OTLP_PROTOCOL', undefined, 'http/json or http/protobuf', text =>
      ['http/json', 'http/protobuf'].includes(text) ? text : undefined,
    )
    const off = env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER?.trim() === 'none'
    const to = one ?? all?.replace(/\/*$/, '/v1/traces')
    return off || !to ? undefined : { url: to, service }
  }

  const port = setting('PORT', 3000, 'a port number from 0 to 65535', text =>
    /^\d{1,5}$/.test(text) && Number(text) < 65_536 ? Number(text) : undefined,
  )
  const config: Omit<Config, 'tokenSecret' | 'keepsSecret'> = {
    demo,
    port,
    host: demo ? 'localhost' : setting('HOST', 'localhost', 'a host name or address', text => (/^[\w.:-]+$/.test(text) ? text : undefined)),
    publicUrl: setting('PUBLIC_URL', `http://localhost:${port}`, 'an address such as https://support.example.com, without a path', text => {
      const parsed = URL.parse(text)
      return parsed && ['http:', 'https:'].includes(parsed.protocol) && parsed.pathname === '/' && !parsed.search
        ? parsed.origin
        : undefined
    }),
    dataDir: resolve(setting('DATA_DIR', demo ? 'data/demo' : 'data/tezgah', 'a folder', text => text)),
    databaseUrl: setting('DATABASE_URL', undefined, 'postgresql://user:password@host:port/database', url('postgres:', 'postgresql:')),
    poolUrl: setting(
      'DATABASE_POOL_URL',
      undefined,
      "postgresql://user:password@host:port/database, beside DATABASE_URL and with another user than that one's",
      text => (isLoginOfItsOwn(text, textOf('DATABASE_URL')) ? url('postgres:', 'postgresql:')(text) : undefined),
    ),
    poolPrepares: setting('DATABASE_POOL_PREPARES', false, 'yes or no', yesOrNo),
    storageUrl: setting('STORAGE_URL', undefined, 's3://bucket?endpoint=…&region=…', url('s3:')),
    smtpUrl: setting('SMTP_URL', undefined, 'smtp://user:password@host:port or smtps://…', url('smtp:', 'smtps:')),
    mailFrom: setting('MAIL_FROM', 'destek@localhost', 'an e-mail address', text =>
      /^[^\s@<>]+@[^\s@<>]+$/.test(text) ? text : undefined,
    ),
    tokenLifetime: setting('TOKEN_LIFETIME', 12 * 3600, 'a time such as 30m, 12h or 7d', seconds),
    uploadLimit: setting('UPLOAD_LIMIT', 100 * 1024 ** 2, 'a size such as 500 KB, 100 MB or 2 GB', bytes),
    vendorQuota: setting('VENDOR_QUOTA', undefined, 'a size such as 500 MB or 20 GB', bytes),
    clamavUrl: setting('CLAMAV_URL', undefined, 'tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl', text =>
      parseScannerUrl(text) ? text : undefined,
    ),
    liveSupportUrl: setting('LIVE_SUPPORT_URL', undefined, 'an address with {ticket} in it', text =>
      text.includes('{ticket}') && url('http:', 'https:')(text) ? text : undefined,
    ),
    backupDir: setting('BACKUP_DIR', undefined, 'a folder', text => resolve(text)),
    backupAt: setting('BACKUP_AT', { hour: 2, minute: 30 }, 'a time of day such as 02:30, in UTC', text => {
      const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
      return minute === undefined ? undefined : { hour: Number(hour), minute: Number(minute) }
    }),
    backupKeep: setting('BACKUP_KEEP', 7, 'a number from 1 to 9999', text => (/^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined)),
    trustProxy: setting<Config['trustProxy']>(
      'TRUST_PROXY',
      'loopback',
      'addresses or ranges such as 10.0.0.0/8, fd00::/8, or how many proxies there are',
      proxies,
    ),
    traces: traces(),
    metricsToken: setting('METRICS_TOKEN', undefined, 'at least 16 characters', text => (text.length >= 16 ? text : undefined)),
    auditLifetime: setting('AUDIT_LIFETIME', 730 * 86_400, 'a time of at least 30d, such as 730d', text => {
      const asked = seconds(text)
      return asked !== undefined && asked >= 30 * 86_400 ? asked : undefined
    }),
    stopDelay: setting('STOP_DELAY', 0, 'a time such as 5s', seconds),
    limitFactor: setting('LIMIT_FACTOR', 1, 'a whole number from 1 to 1000', text =>
      /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 1000 ? Number(text) : undefined,
    ),
  }
  const given = setting('TOKEN_SECRET', undefined, 'at least 32 characters', text => (text.length >= 32 ? text : undefined))
  if (wrong.length > 0) throw new ConfigError(`These settings are wrong:\n  ${wrong.join('\n  ')}`)
  const makes = !looks || hasBegun(config)
  return { ...config, tokenSecret: given ?? (makes ? keptSecret(config.dataDir) : ''), keepsSecret: given === undefined }
}

/** There is a database, or somebody has named one. */
export const hasBegun = ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>) =>
  databaseUrl !== undefined || existsSync(join(dataDir, 'postgres'))

/** What may have a password in it; and where that stands in a mistyped one nobody can tell. */
const holdsSecret = /(URL|ENDPOINT|SECRET|TOKEN)$/

/** Proxies by address, range or name of a range, with commas between them; or how many there are, where nobody comes past them. */
function proxies(text: string) {
  if (/^[1-9]$/.test(text)) return (_: string, hop: number) => hop < Number(text)
  const isRange = (place: string) =>
    ['loopback', 'linklocal', 'uniquelocal'].includes(place) ||
    (place.includes('/') ? ipaddr.isValidCIDR(place) && !/\/0+$/.test(place) : isIP(place) !== 0)
  const places = text.split(',').map(place => place.trim())
  return places.every(isRange) ? places.join(',') : undefined
}

/** The owner's login sees all vendors, so the requests need another one. */
const isLoginOfItsOwn = (poolUrl: string, databaseUrl = '') => {
  const [user, owner] = [URL.parse(poolUrl)?.username, URL.parse(databaseUrl)?.username]
  return user && owner !== undefined && user !== owner
}

const yesOrNo = (text: string) => ({ yes: true, no: false })[text.toLowerCase()]

/** A time such as `30m`, in seconds. */
function seconds(text: string) {
  const [, number, unit] = /^(\d{1,6})\s*(s|m|h|d)$/.exec(text) ?? []
  const value = Number(number) * { s: 1, m: 60, h: 3600, d: 86_400 }[(unit ?? 's') as 's']
  return value > 0 ? value : undefined
}

/** A size such as `100 MB`, in bytes (1 KB is 1,024 bytes); undefined where it is none. */
export function bytes(text: string) {
  const [, number, unit] = /^(\d{1,9})\s*(KB|MB|GB)$/i.exec(text) ?? []
  const value = Number(number) * { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }[(unit ?? 'KB').toUpperCase() as 'KB']
  return value > 0 ? value : undefined
}

/** The secret that tokens and links are signed with, made once and kept, readable by its owner only. */
function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'token-secret')
  if (!existsSync(path)) {
    // Others may pass through, as PostgreSQL's own user must, and not look around.
    if (mkdirSync(dataDir, { recursive: true, mode: 0o711 })) chmodSync(dataDir, 0o711)
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
    keepFirst(draft, path)
  }
  chmodSync(path, 0o600)
  return readFileSync(path, 'utf8')
}

/** Keeps a secret that comes from elsewhere in the place of a data dir's own, at once and whole. */
export function replaceSecret(dataDir: string, secret: string) {
  const draft = join(dataDir, `token-secret.${process.pid}`)
  writeFileSync(draft, secret, { mode: 0o600, flush: true })
  renameSync(draft, join(dataDir, 'token-secret'))
}

/** Of a server and a command that both find no secret, one makes it: a link is there at once, whole, or not at all where one is there. */
function keepFirst(draft: string, path: string) {
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}
