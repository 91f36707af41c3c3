import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { ConfigError } from '#platform/config/config.ts'

/**
 * How many connections a copy of the server has for requests, at most: what one process of Node can keep at work. More of them at once only
 * share PostgreSQL's processors among more, and what is dear takes the longer for it.
 */
export const requestConnections = 8

/** The role that the server works as: row-level security binds it. Made by the first migration. */
export const serverRole = 'tezgah_server'

/**
 * How PostgreSQL treats the server's connections. A named statement is planned once, and not again for the values of each call; one
 * without a name is planned each time, and then for these values. `assert_unchanged_session` compares some of them (migration 0023).
 */
const settingsOf = ({ prepares }: { prepares: boolean }) => ({
  role: serverRole,
  search_path: 'public, pg_temp',
  row_security: 'on',
  timezone: 'UTC',
  datestyle: 'ISO',
  plan_cache_mode: prepares ? 'force_generic_plan' : 'auto',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '60s',
})

/**
 * The server's way to the database. `named`: a statement can be prepared on it under a name, for later transactions. `direct` is the owner's,
 * past a pooler.
 */
export type ConnectionTarget = { connection: pg.ClientConfig; prepares: boolean; direct?: pg.ClientConfig }

type Login = { name: string; password: string }
/** A PgBouncer in transaction mode, and whether it knows of prepared statements. */
type Pooler = { url: string; prepares: boolean }

/**
 * Prepares the login of the requests in the owner's database and returns the way by which it connects: straight to the database with a login
 * of the server's own, or through a pooler with the login that its URL names. The login owns nothing, is a member of `serverRole` only, and has
 * the role and the settings as its own, so that a session has nothing to go back to. Instances that start at once wait for each other.
 * @throws ConfigError where the owner may not prepare it
 */
export async function prepareConnectionTarget(owner: pg.ClientConfig, pooler?: Pooler): Promise<ConnectionTarget> {
  const client = new pg.Client(owner)
  client.on('error', () => {}) // the query that meets the trouble says so
  await client.connect()
  try {
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtext('tezgah login'))")
    const way = pooler
      ? { connection: { connectionString: pooler.url }, prepares: pooler.prepares, direct: owner }
      : { connection: connectionAs(owner, await makeLogin(client)), prepares: true }
    const { user = '', password = '' } = new pg.Client(way.connection)
    await prepareLogin(client, { name: user, password: password ?? '' }, settingsOf(way))
    await client.query('commit')
    return way
  } catch (error) {
    throw (error as { code?: string }).code === '42501' ? missingPrivileges(owner, error as Error) : error
  } finally {
    await client.end()
  }
}

/** The way of the requests as a start of the server has prepared it, or null before the first one. Changes nothing. */
export async function findConnectionTarget(owner: pg.ClientConfig): Promise<ConnectionTarget | null> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    const login = await findLogin(client)
    return login && { connection: connectionAs(owner, login), prepares: true }
  } catch (error) {
    if (['42P01', '3F000'].includes((error as { code?: string }).code ?? '')) return null // the table comes with the first start
    throw error
  } finally {
    await client.end()
  }
}

/** Roles are the whole cluster's: the name is of the database, so that installations in one cluster have one each. */
const loginName = `(select case when octet_length(name) < 64 then name else 'tezgah_login_' || md5(name) end
  from (select 'tezgah_login_' || current_database() as name) as of_database)`

async function findLogin(client: pg.Client): Promise<Login | null> {
  const { rows } = await client.query<Login>(`select name, password from platform.logins where name = ${loginName}`)
  return rows[0] ?? null
}

/** The server's own login. Its password is random and kept in the database, where only the owner reads it: every instance and command finds it. */
async function makeLogin(client: pg.Client): Promise<Login> {
  const known = await findLogin(client)
  if (known) return known
  const { rows } = await client.query<Login & { exists: boolean }>(
    `insert into platform.logins (name, password) values (${loginName}, $1)
       returning name, password, exists (select from pg_roles where rolname = logins.name) as exists`,
    [randomBytes(32).toString('hex')],
  )
  const { exists, ...login } = rows[0] as Login & { exists: boolean }
  if (exists) await client.query(`alter role ${pg.escapeIdentifier(login.name)} password ${pg.escapeLiteral(login.password)}`)
  return login
}

function connectionAs({ connectionString, ...owner }: pg.ClientConfig, { name, password }: Login): pg.ClientConfig {
  if (!connectionString) return { ...owner, user: name, password }
  const url = new URL(connectionString)
  // Without a name of its own, the database's is that of the user who connects.
  if (url.pathname.length <= 1) url.pathname = `/${new pg.Client({ connectionString }).database}`
  url.searchParams.set('user', name) // goes before the one in front of the host, which a URL without a host cannot have
  url.searchParams.set('password', password)
  return { ...owner, connectionString: url.href }
}

async function prepareLogin(client: pg.Client, { name: user, password }: Login, settings: Record<string, string>) {
  const login = pg.escapeIdentifier(user)
  const { rows } = await client.query<{ member: boolean; settings: string[] | null }>(
    `select pg_has_role(oid, $2, 'member') as member,
            (select setconfig from pg_db_role_setting
              where setrole = pg_roles.oid and setdatabase = (select oid from pg_database where datname = current_database())) as settings
       from pg_roles where rolname = $1`,
    [user, serverRole],
  )
  const [there] = rows
  if (!there) await client.query(`create role ${login} login noinherit password ${pg.escapeLiteral(password)}`)
  if (!there?.member) await client.query(`grant ${serverRole} to ${login}`)
  const { rows: refused } = await client.query("select where not has_database_privilege($1, current_database(), 'connect')", [user])
  if (refused.length > 0) await inDatabase(client, `grant connect on database %I to ${login}`)
  const known = there?.settings ?? []
  for (const [name, value] of Object.entries(settings)) {
    if (known.some(each => each.toLowerCase() === `${name}=${value}`.toLowerCase())) continue
    const list = value.split(', ').map(pg.escapeLiteral).join(', ')
    await inDatabase(client, `alter role ${login} in database %I set ${name} = ${list}`)
  }
}

/** Runs what takes the database by its name; `%I` stands for it. */
async function inDatabase(client: pg.Client, text: string) {
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name')
  await client.query(text.replace('%I', () => rows[0]?.name ?? ''))
}

const missingPrivileges = (owner: pg.ClientConfig, { message }: Error) => {
  const user = pg.escapeIdentifier(new pg.Client(owner).user ?? '')
  return new ConfigError(
    `The user of DATABASE_URL may not prepare the login of the requests: ${message}. Let a superuser run in this database:\n` +
      `  alter role ${user} createrole; grant ${serverRole} to ${user} with admin option;`,
  )
}

/**
 * @throws ConfigError where the login of the requests, or a role that it can become, could see through row-level security, owns something or
 * may make roles; where it could become any other role; and where PostgreSQL does not let it in
 */
export async function assertRowSecurityBinds(pool: pg.Pool): Promise<void> {
  const { rows } = await pool
    .query<{ name: string; login: string; unbound: string | null; other: string | null }>(reachableRoles)
    .catch(error => {
      throw ['28000', '28P01'].includes(error.code) ? loginRefused(error) : error
    })
  const { name, login, unbound, other } = rows[0] ?? {}
  if (unbound !== null)
    throw new ConfigError(
      `The database role "${unbound}" is a superuser, an owner of tables or may bypass row-level security or make roles: it would see every vendor's rows. The server does not start.`,
    )
  if (other !== null)
    throw new ConfigError(`The login "${login}" of the requests can become "${other}": it may be a member of ${serverRole} only.`)
  if (name !== serverRole)
    throw new ConfigError(
      `The pooler's connections are of the role "${name}", from before it became ${serverRole}. Let it open new ones: RECONNECT.`,
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
    `PostgreSQL does not let the login of the requests in: ${message}. Its pg_hba.conf has to let this login in as it does the user of DATABASE_URL, ` +
      'with a password (scram-sha-256). If the password was changed by hand, empty the table platform.logins and start again.',
  )
