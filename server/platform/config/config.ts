import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { isPublicUrl } from './hosts.ts'
import { type Setting, type SettingValues, settings } from './settings.ts'

type TraceSetting =
  | 'otlpTracesEndpoint'
  | 'otlpEndpoint'
  | 'otlpProtocol'
  | 'traceService'
  | 'tracesExporter'
  | 'otelDisabled'

/** The validated settings, which `settings.ts` describes. Sizes are in bytes, times in seconds. */
export type Config = Omit<SettingValues, TraceSetting> & {
  demo: boolean
  /** An origin; each vendor's domain replaces its host name. */
  publicUrl: string
  dataDir: string
  operatorSecondFactor: boolean
  tokenSecret: string
  /** In the data directory, without TOKEN_SECRET. */
  hasStoredSecret: boolean
  traces: { url: string; service: string } | undefined
}

export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>

/** Reads each setting from NAME or the file NAME_FILE. With `looks`
 * it creates no secret for a new installation. @throws ConfigError */
export function readConfig(env: Environment, looks?: 'looks'): Config {
  const demo = env.TEZGAH_DEMO === '1'
  const values = readSettings(demo ? { ...withDemoMail(env), HOST: 'localhost' } : env)
  const {
    tokenSecret,
    otlpTracesEndpoint,
    otlpEndpoint,
    otlpProtocol,
    traceService,
    tracesExporter,
    otelDisabled,
    ...config
  } = values
  const dataDir = config.dataDir ?? resolve(demo ? 'data/demo' : 'data/tezgah')
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
  const createsSecret = !looks || hasInstallation({ ...config, dataDir })
  return {
    ...config,
    demo,
    dataDir,
    publicUrl,
    operatorSecondFactor: config.operatorSecondFactor ?? isPublicUrl(publicUrl),
    tokenSecret: tokenSecret ?? (createsSecret ? storedSecret(dataDir) : ''),
    hasStoredSecret: tokenSecret === undefined,
    traces: tracesOf(values),
  }
}

/** A demo that sends no mail receives the answers that its mailbox page writes, and no others. */
function withDemoMail(env: Environment): Environment {
  const names = ['SMTP_URL', 'MAIL_IN_URL', 'MAIL_IN_TRUST']
  if (names.some(name => env[name] || env[`${name}_FILE`])) return env
  return {
    ...env,
    MAIL_IN_URL: `webhook:?domain=reply.demo.test&secret=${randomBytes(32).toString('hex')}`,
    MAIL_IN_TRUST: 'mailbox.demo.test',
  }
}

function readSettings(env: Environment): SettingValues {
  const problems = new Set<string>()
  const textOf = (name: string) => readText(env, name, problem => problems.add(problem))
  const read = (setting: Setting) => {
    const text = textOf(setting.name)
    if (!text) return 'default' in setting ? setting.parse(setting.default, textOf) : undefined
    const value = setting.parse(text, textOf)
    if (value === undefined)
      problems.add(
        `${setting.name}=${mayHoldSecret.test(setting.name) ? '…' : text}: expected ${setting.expected}`,
      )
    return value
  }
  const values = Object.fromEntries(
    Object.entries(settings).map(([key, setting]) => [key, read(setting)]),
  ) as SettingValues
  if (problems.size > 0)
    throw new ConfigError(`These settings are wrong:\n  ${[...problems].join('\n  ')}`)
  return values
}

function readText(
  env: Environment,
  name: string,
  report: (problem: string) => void,
): string | undefined {
  const [text, path] = [env[name]?.trim(), env[`${name}_FILE`]?.trim()]
  if (text || !path) return text
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    report(`${name}_FILE=${path}: ${(error as Error).message}`)
    return undefined
  }
}

/** Error messages omit these values, in which a password may be anywhere. */
const mayHoldSecret = /(URL|ENDPOINT|SECRET|TOKEN)$/

/** Only the general endpoint gets the signal's path (OTLP exporter specification). */
function tracesOf(values: SettingValues): Config['traces'] {
  const { otlpTracesEndpoint, otlpEndpoint, traceService, tracesExporter, otelDisabled } = values
  const url = otlpTracesEndpoint ?? otlpEndpoint?.replace(/\/*$/, '/v1/traces')
  return otelDisabled || tracesExporter === 'none' || !url
    ? undefined
    : { url, service: traceService }
}

/** A database exists in the data directory, or DATABASE_URL names one. */
export const hasInstallation = ({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>) =>
  databaseUrl !== undefined || existsSync(join(dataDir, 'postgres'))

function storedSecret(dataDir: string): string {
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

/** Replaces the secret in the data directory atomically. */
export function replaceSecret(dataDir: string, secret: string) {
  const draft = join(dataDir, `token-secret.${process.pid}`)
  writeFileSync(draft, secret, { mode: 0o600, flush: true })
  renameSync(draft, join(dataDir, 'token-secret'))
}

/** Of concurrent processes the first one's secret stays: a
 * hard link is atomic and fails when the path exists. */
function keepFirst(draft: string, path: string) {
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}
