import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { ConfigError } from '#platform/config/config.ts'

/** Connections per instance for requests: as many as one
 * Node process keeps at work (record 0003). */
export const requestConnections = 8

export const serverRole = 'tezgah_server'

/** Some of them are verified by `assert_unchanged_session` (migration 0023). */
const sessionSettings = ({ prepares }: { prepares: boolean }) => ({
  role: serverRole,
  search_path: 'public, pg_temp',
  row_security: 'on',
  timezone: 'UTC',
  datestyle: 'ISO',
  plan_cache_mode: prepares ? 'force_generic_plan' : 'auto',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '60s',
})

/** How requests connect; `direct` is the owner's connection past a pooler. */
export type ConnectionTarget = {
  connection: pg.ClientConfig
  prepares: boolean
  direct?: pg.ClientConfig
}

type Login = { name: string; password: string }
type Pooler = { url: string; prepares: boolean }

/** Creates or updates the requests' login, a member of `serverRole`
 * only (record 0012). @throws ConfigError without the owner's rights */
export async function prepareConnectionTarget(
  owner: pg.ClientConfig,
  pooler?: Pooler,
): Promise<ConnectionTarget> {
  const client = new pg.Client(owner)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtext('tezgah login'))")
    const target: ConnectionTarget = pooler
      ? { connection: { connectionString: pooler.url }, prepares: pooler.prepares, direct: owner }
      : { connection: connectionAs(owner, await createLogin(client)), prepares: true }
    const { user = '', password = '' } = new pg.Client(target.connection)
    await prepareLogin(client, { name: user, password: password ?? '' }, sessionSettings(target))
    await client.query('commit')
    if (!pooler && (await isPasswordRefused(target)))
      await setPassword(client, { name: user, password: password ?? '' })
    return target
  } catch (error) {
    throw (error as { code?: string }).code === '42501'
      ? missingPrivileges(owner, error as Error)
      : error
  } finally {
    await client.end()
  }
}

/** The direct target that a start of the server has prepared; null before the first start. */
export async function findConnectionTarget(
  owner: pg.ClientConfig,
): Promise<ConnectionTarget | null> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    const login = await findLogin(client)
    return login && { connection: connectionAs(owner, login), prepares: true }
  } catch (error) {
    if (['42P01', '3F000'].includes((error as { code?: string }).code ?? '')) return null
    throw error
  } finally {
    await client.end()
  }
}

/** Named after the database, as roles belong to the whole cluster. */
const loginName = `(select case when octet_length(name) < 64 then name else 'tezgah_login_' || md5(name) end
  from (select 'tezgah_login_' || current_database() as name) as of_database)`

async function findLogin(client: pg.Client): Promise<Login | null> {
  const { rows } = await client.query<Login>(
    `select name, password from platform.logins where name = ${loginName}`,
  )
  return rows[0] ?? null
}

async function createLogin(client: pg.Client): Promise<Login> {
  const existing = await findLogin(client)
  if (existing) return existing
  const { rows } = await client.query<Login & { exists: boolean }>(
    `insert into platform.logins (name, password) values (${loginName}, $1)
       returning name, password, exists (select from pg_roles where rolname = logins.name) as exists`,
    [randomBytes(32).toString('hex')],
  )
  const { exists, ...login } = rows[0] as Login & { exists: boolean }
  if (exists) await setPassword(client, login)
  return login
}

const setPassword = (client: pg.Client, { name, password }: Login) =>
  client.query(`alter role ${pg.escapeIdentifier(name)} password ${pg.escapeLiteral(password)}`)

/** A role may change its own password, so injected SQL can. */
async function isPasswordRefused({ connection }: ConnectionTarget): Promise<boolean> {
  const client = new pg.Client(connection)
  try {
    await client.connect()
    return false
  } catch (error) {
    return (error as { code?: string }).code === '28P01'
  } finally {
    await client.end()
  }
}

function connectionAs(
  { connectionString, ...owner }: pg.ClientConfig,
  { name, password }: Login,
): pg.ClientConfig {
  if (!connectionString) return { ...owner, user: name, password }
  const url = new URL(connectionString)
  // Otherwise the database's name would default to the new user's.
  if (url.pathname.length <= 1) url.pathname = `/${new pg.Client({ connectionString }).database}`
  url.searchParams.set('user', name) // takes precedence over the URL's user name
  url.searchParams.set('password', password)
  return { ...owner, connectionString: url.href }
}

async function prepareLogin(
  client: pg.Client,
  { name: user, password }: Login,
  settings: Record<string, string>,
) {
  const login = pg.escapeIdentifier(user)
  const { rows } = await client.query<{ member: boolean; settings: string[]; hasOthers: boolean }>(
    loginState,
    [user, serverRole, Object.keys(settings)],
  )
  const [existing] = rows
  if (!existing)
    await client.query(
      `create role ${login} login noinherit password ${pg.escapeLiteral(password)}`,
    )
  if (!existing?.member) await client.query(`grant ${serverRole} to ${login}`)
  const { rows: missing } = await client.query(
    "select where not has_database_privilege($1, current_database(), 'connect')",
    [user],
  )
  if (missing.length > 0) await inDatabase(client, `grant connect on database %I to ${login}`)
  if (existing?.hasOthers) {
    await inDatabase(client, `alter role ${login} in database %I reset all`)
    await client.query(`alter role ${login} reset all`)
  }
  const current = existing?.hasOthers ? [] : (existing?.settings ?? [])
  for (const [name, value] of Object.entries(settings)) {
    if (current.some(entry => entry.toLowerCase() === `${name}=${value}`.toLowerCase())) continue
    const list = value.split(', ').map(pg.escapeLiteral).join(', ')
    await inDatabase(client, `alter role ${login} in database %I set ${name} = ${list}`)
  }
}

/** `hasOthers`: settings that a role may make for itself, as injected SQL can. */
const loginState = `
  with entries as (
    select setrole, setdatabase, entry, lower(split_part(entry, '=', 1)) as name from pg_db_role_setting, unnest(setconfig) as entry
     where setdatabase in (0, (select oid from pg_database where datname = current_database())))
  select pg_has_role(oid, $2, 'member') as member,
         array(select entry from entries where setrole = pg_roles.oid and setdatabase <> 0) as settings,
         exists (select from entries where setrole = pg_roles.oid and (setdatabase = 0 or name <> all($3))
           and not exists (select from pg_settings where lower(pg_settings.name) = entries.name and context <> 'user')) as "hasOthers"
    from pg_roles where rolname = $1`

/** Runs a statement in which `%I` stands for the database's name. */
async function inDatabase(client: pg.Client, text: string) {
  const { rows } = await client.query<{ name: string }>(
    'select quote_ident(current_database()) as name',
  )
  await client.query(text.replace('%I', () => rows[0]?.name ?? ''))
}

const missingPrivileges = (owner: pg.ClientConfig, { message }: Error) => {
  const user = pg.escapeIdentifier(new pg.Client(owner).user ?? '')
  return new ConfigError(
    `The user of DATABASE_URL may not prepare the login of the requests: ${message}. As a superuser, run in this database:\n` +
      `  alter role ${user} createrole; grant ${serverRole} to ${user} with admin option;`,
  )
}

/** @throws ConfigError when the login, or a role it can become,
 * bypasses row-level security, owns something or may create roles */
export async function assertRowSecurityBinds(pool: pg.Pool): Promise<void> {
  const { rows } = await pool
    .query<{ name: string; login: string; unbound: string | null; other: string | null }>(
      reachableRoles,
    )
    .catch(error => {
      throw ['28000', '28P01'].includes(error.code) ? loginRefused(error) : error
    })
  const { name, login, unbound, other } = rows[0] ?? {}
  if (unbound !== null)
    throw new ConfigError(
      `The database role "${unbound}" is a superuser, an owner of tables or may bypass row-level security or make roles: it would see every vendor's rows. The server does not start.`,
    )
  if (other !== null)
    throw new ConfigError(
      `The login "${login}" of the requests can become "${other}": it must be a member of ${serverRole} only.`,
    )
  if (name !== serverRole)
    throw new ConfigError(
      `The pooler's connections still have the role "${name}" instead of ${serverRole}. Run RECONNECT in the pooler's admin console.`,
    )
}

const reachableRoles = `
  with reached as (select * from pg_roles where rolname in (current_user, session_user) or pg_has_role(session_user, oid, 'member'))
  select current_user as name, session_user as login,
         (select rolname from reached
           where rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication
              or exists (select from pg_shdepend where refclassid = 'pg_authid'::regclass and refobjid = reached.oid and deptype = 'o')
           order by rolname <> session_user limit 1) as unbound,
         (select rolname from reached where rolname not in (session_user, '${serverRole}') limit 1) as other`

const loginRefused = ({ message }: Error) =>
  new ConfigError(
    `PostgreSQL refuses the login of the requests: ${message}. Its pg_hba.conf must permit this login like the user of DATABASE_URL, ` +
      'with a password (scram-sha-256).',
  )
