import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Setting, type SettingValues, settings } from './settings.ts'

/** Everything that the environment sets, validated; `settings.ts` describes each setting. Sizes are bytes, times are seconds. */
export type Config = {
  /** The server was started by `npm run demo`. */
  demo: boolean
  port: number
  host: string
  /** An origin; each vendor's domain takes the place of its host name. */
  publicUrl: string
  dataDir: string
  /** With the owner's login; undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined
  /** A PgBouncer in transaction mode for the requests, with another login. */
  poolUrl: string | undefined
  /** The pooler supports prepared statements. */
  poolPrepares: boolean
  storageUrl: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  tokenSecret: string
  /** The secret is the one stored in the data directory, not TOKEN_SECRET. */
  keepsSecret: boolean
  tokenLifetime: number
  uploadLimit: number
  /** For vendors without a quota of their own; undefined: no limit. */
  vendorQuota: number | undefined
  /** undefined: uploads are not scanned for malware. */
  clamavUrl: string | undefined
  liveSupportUrl: string | undefined
  /** undefined: no daily backup. */
  backupDir: string | undefined
  /** UTC. */
  backupAt: { hour: number; minute: number }
  /** The number of daily backups that are kept. */
  backupKeep: number
  /** The bearer token for /metrics; undefined: only clients on this machine read it. */
  metricsToken: string | undefined
  /** The OTLP endpoint for spans and the service name; undefined: no traces. */
  traces: { url: string; service: string } | undefined
  auditLifetime: number
  /** The proxies whose X-Forwarded-For is accepted, as Fastify's option of this name. */
  trustProxy: string | ((address: string, hop: number) => boolean)
  /** How long requests are accepted after SIGTERM. */
  stopDelay: number
  /** Multiplies every rate limit. */
  limitFactor: number
}

/** Thrown by `readConfig`: one line for each setting that is wrong. */
export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>

/**
 * Reads the settings from an environment. Each can be set as NAME, or as NAME_FILE with the path of a file that contains the value.
 * With `looks` nothing is created where no installation exists; the secret is then empty.
 * @throws ConfigError
 */
export function readConfig(env: Environment, looks?: 'looks'): Config {
  const demo = env.TEZGAH_DEMO === '1'
  const values = readSettings(demo ? { ...env, HOST: 'localhost' } : env)
  const { tokenSecret, otlpTracesEndpoint, otlpEndpoint, otlpProtocol, traceService, tracesExporter, otelDisabled, ...config } = values
  const dataDir = config.dataDir ?? resolve(demo ? 'data/demo' : 'data/tezgah')
  const createsSecret = !looks || hasBegun({ ...config, dataDir })
  return {
    ...config,
    demo,
    dataDir,
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    tokenSecret: tokenSecret ?? (createsSecret ? keptSecret(dataDir) : ''),
    keepsSecret: tokenSecret === undefined,
    traces: tracesOf(values),
  }
}

/** @throws ConfigError */
function readSettings(env: Environment): SettingValues {
  const problems = new Set<string>()
  const textOf = (name: string) => readText(env, name, problem => problems.add(problem))
  const read = (setting: Setting) => {
    const text = textOf(setting.name)
    if (!text) return 'default' in setting ? setting.parse(setting.default, textOf) : undefined
    const value = setting.parse(text, textOf)
    if (value === undefined) problems.add(`${setting.name}=${mayHoldSecret.test(setting.name) ? '…' : text}: expected ${setting.expected}`)
    return value
  }
  const values = Object.fromEntries(Object.entries(settings).map(([key, setting]) => [key, read(setting)])) as SettingValues
  if (problems.size > 0) throw new ConfigError(`These settings are wrong:\n  ${[...problems].join('\n  ')}`)
  return values
}

/** The text of a setting: of the variable itself, or of the file that NAME_FILE names, for secrets that are provided as files. */
function readText(env: Environment, name: string, report: (problem: string) => void): string | undefined {
  const [text, path] = [env[name]?.trim(), env[`${name}_FILE`]?.trim()]
  if (text || !path) return text
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    report(`${name}_FILE=${path}: ${(error as Error).message}`)
    return undefined
  }
}

/** Settings that may hold a password, the position of which in a malformed value is unknown: error messages omit these values. */
const mayHoldSecret = /(URL|ENDPOINT|SECRET|TOKEN)$/

/** Only the general endpoint gets the path of the signal (OpenTelemetry, OTLP exporter specification). */
function tracesOf(values: SettingValues): Config['traces'] {
  const { otlpTracesEndpoint, otlpEndpoint, traceService, tracesExporter, otelDisabled } = values
  const url = otlpTracesEndpoint ?? otlpEndpoint?.replace(/\/*$/, '/v1/traces')
  return otelDisabled || tracesExporter === 'none' || !url ? undefined : { url, service: traceService }
}

/** A database exists in the data directory, or DATABASE_URL names one. */
export const hasBegun = ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>) =>
  databaseUrl !== undefined || existsSync(join(dataDir, 'postgres'))

/** The secret in the data directory, readable by its owner only; generated when it does not exist. */
function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'token-secret')
  if (!existsSync(path)) {
    // 711: the user that runs PostgreSQL can traverse the directory, but not list it.
    if (mkdirSync(dataDir, { recursive: true, mode: 0o711 })) chmodSync(dataDir, 0o711)
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
    keepFirst(draft, path)
  }
  chmodSync(path, 0o600)
  return readFileSync(path, 'utf8')
}

/** Replaces the secret in the data directory atomically, with that of a backup. */
export function replaceSecret(dataDir: string, secret: string) {
  const draft = join(dataDir, `token-secret.${process.pid}`)
  writeFileSync(draft, secret, { mode: 0o600, flush: true })
  renameSync(draft, join(dataDir, 'token-secret'))
}

/** When a server and a command both generate a secret, the first one stays: creating a hard link is atomic and fails when the path exists. */
function keepFirst(draft: string, path: string) {
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}
