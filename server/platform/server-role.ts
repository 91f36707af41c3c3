import pg from 'pg'

/**
 * How many connections a copy of the server has for requests, at most: what one process of Node can keep at work. More of them at once only
 * share PostgreSQL's processors among more, and what is dear takes the longer for it.
 */
export const requestConnections = 8

/** The role that the server works as: row-level security binds it. Made by the first migration. */
export const serverRole = 'tezgah_server'

/**
 * How PostgreSQL treats the server's connections. A named statement is planned once, and not again for the values of each call; one
 * without a name is planned each time, and then for these values.
 */
const settingsOf = ({ named }: { named: boolean }) => ({
  role: serverRole,
  timezone: 'UTC',
  datestyle: 'ISO',
  plan_cache_mode: named ? 'force_generic_plan' : 'auto',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '60s',
})

/**
 * The server's way to the database. `named`: a statement can be prepared on it under a name, for later transactions. `direct` is the owner's,
 * past a pooler.
 */
export type Way = { connection: pg.ClientConfig; named: boolean; direct?: pg.ClientConfig }

/** Straight to the database, with the owner's login: the role and settings are asked for as it connects. */
export function directly(connection: pg.ClientConfig): Way {
  const options = Object.entries(settingsOf({ named: true })).map(([name, value]) => `-c ${name}=${value}`)
  return { connection: { ...connection, options: options.join(' ') } as pg.ClientConfig, named: true }
}

/**
 * Through PgBouncer in transaction mode, which takes no settings from who connects and gives each transaction any of its connections. So the
 * login that `url` names has them, in the owner's database, and is made where it is not there: whatever is asked on such a connection, it never
 * sees more than the server may. `named`: this PgBouncer knows of prepared statements.
 */
export async function pooled(owner: pg.ClientConfig, url: string, named: boolean): Promise<Way> {
  const { user = '', password = '' } = new pg.Client(url)
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtext('tezgah login'))")
    await prepareLogin(client, user, password ?? '', settingsOf({ named }))
    await client.query('commit')
  } finally {
    await client.end()
  }
  return { connection: { connectionString: url }, named, direct: owner }
}

async function prepareLogin(client: pg.Client, user: string, password: string, settings: Record<string, string>) {
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
  const known = there?.settings ?? []
  for (const [name, value] of Object.entries(settings)) {
    if (known.some(each => each.toLowerCase() === `${name}=${value}`.toLowerCase())) continue
    await client.query(
      `do $$ begin execute format('alter role %I in database %I set ${name} = %L', ${pg.escapeLiteral(user)}, current_database(), '${value}'); end $$`,
    )
  }
}

/** @throws when who a way leads to could see through row-level security. */
export async function refuseUnbound(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(
    `select rolsuper or rolbypassrls or exists (select from pg_class where relowner = pg_roles.oid and relkind = 'r') as unbound, current_user as name
       from pg_roles where rolname = current_user`,
  )
  const { unbound, name } = rows[0] ?? {}
  if (unbound !== false)
    throw new Error(
      `The database role "${name}" is a superuser, an owner of tables or may bypass row-level security: it would see every vendor's rows. The server does not start.`,
    )
  if (name !== serverRole)
    throw new Error(
      `The pooler's connections are of the role "${name}", from before it became ${serverRole}. Let it open new ones: RECONNECT.`,
    )
}
