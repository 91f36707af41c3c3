import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { openPortal, type Portal } from '../drills/portal.ts'
import { codeOf, password } from './hints.ts'

// Two vendors on one portal, each with two companies that have one of everything. The rows of the second vendor, and those of the
// neighbour at the first, carry marks in all their texts.

type Json = Record<string, unknown>
/** Calls as somebody at a vendor's domain. Throws where it is refused. */
type Call = (method: string, path: string, body?: Json) => Promise<Json>
export type Vendor = { domain: string; id: string; admin: Person }
export type Person = { email: string; token: string; call: Call }
export type Place = Awaited<ReturnType<typeof furnish>>

export const own = 'ev.localhost'
export const other = 'yabanci.localhost'
export const marks = { home: 'EVDEKI51D0', neighbour: 'KOMSUNUN7F3A', other: 'YABANCININ9C1E' }

const root = join(import.meta.dirname, '../..')
let count = 0

/** The portal runs as `npm start` runs it; its limits on attempts are as wide as they can be set. */
export async function makeWorld(toStop: AsyncDisposableStack) {
  const portal = openPortal(toStop, { LIMIT_FACTOR: '1000', UPLOAD_LIMIT: '1 MB' })
  await portal.start()
  const postgres = await startPostgres(portal.dataDir, 'guest')
  toStop.defer(() => postgres.stop())
  const owner = new pg.Client(postgres.connection)
  await owner.connect()
  toStop.defer(() => owner.end())

  const [home, away] = await Promise.all([
    addVendor(portal, owner, own, 'Ev Makine', 'kurucu@ev.test'),
    addVendor(portal, owner, other, `Satıcı ${marks.other}`, 'kurucu@yabanci.test'),
  ])
  const keeper = await activate(portal, own, await linkFrom(portal, 'operator.ts', 'add', 'bekci@tezgah.test'))
  const neighbour = await furnish(portal, own, keeper.call, marks.neighbour)
  await furnish(portal, other, away.admin.call, marks.other)
  return { portal, owner, home, away, keeper, neighbour }
}
export type World = Awaited<ReturnType<typeof makeWorld>>

/** Somebody new on the vendor's team, or the platform's own. */
export async function colleague({ portal, keeper }: World, role: 'staff' | 'admin' | 'operator'): Promise<Person> {
  if (role === 'operator') return activate(portal, own, await linkFrom(portal, 'operator.ts', 'add', `isletmen-${count++}@tezgah.test`))
  await keeper.call('POST', '/user/reauthenticate', { password }) // it may have signed in more than 15 minutes ago
  const invited = await keeper.call('POST', '/admin/team', { email: `ekip-${count++}@ev.test`, name: 'Ekipten', surname: 'Biri', role })
  return activate(portal, own, String(invited.activationLink))
}

/** Somebody with a session that works: the one they have, or a new one; null where they cannot sign in any more. */
export async function stillIn({ portal }: World, person: Person): Promise<Person | null> {
  try {
    await person.call('GET', '/user/me')
    return person
  } catch {
    return signedIn(portal, own, person.email).catch(() => null)
  }
}

/** A company with a member, somebody who is invited, a machine with both kinds of files, and a ticket with an attachment. */
export async function furnish(portal: Portal, domain: string, call: Call, mark: string) {
  const unique = `${mark} ${count++}`
  const company = String((await call('POST', '/admin/company', { name: `Firma ${unique}`, dateSupportEnd: '2031-05-31' }))._id)
  const there = `/admin/company/${company}`
  const model = await call('POST', '/admin/machine', { name: `Torna ${unique}`, sku: `T ${unique}`, description: `Tanım ${mark}` })
  const machine = await call('POST', `${there}/machine`, {
    machine: model._id,
    serialNumber: `SN ${unique}`,
    dateOfPurchase: '2026-01-15',
    notes: `Not ${mark}`,
  })
  const general = await uploaded(portal, call, `genel ${unique}.txt`, mark)
  await call('POST', `/admin/machine/${model._id}/file`, { file: general })
  await call('POST', `${there}/machine/${machine._id}/customFile`, { file: await uploaded(portal, call, `ozel ${unique}.txt`, mark) })
  const names = { name: `Ad ${mark}`, surname: `Soyad ${mark}`, phone: '+90 212 555 00 00', department: mark, position: mark }
  const pending = await call('POST', `${there}/user`, { email: `bekleyen-${count}@musteri.test`, ...names })
  const invited = await call('POST', `${there}/user`, { email: `uye-${count}@musteri.test`, ...names })
  const member = await activate(portal, domain, String(invited.activationLink))
  const ticket = await openTicket(portal, { company, machine: String(machine._id), member }, mark)
  return { company, machine: String(machine._id), ticket, member, pending, general }
}

export async function openTicket(
  portal: Portal,
  { company, machine, member }: { company: string; machine: string; member: Person },
  mark: string,
) {
  const file = await uploaded(portal, member.call, `ek ${mark}.txt`, mark)
  await member.call('POST', `/file/${file}`)
  const body = { title: `Talep ${mark} ${count++}`, machine, message: `Mesaj ${mark}`, files: [file] }
  return String((await member.call('POST', `/account/${company}/ticket`, body))._id)
}

/** Undoes what an administrator of the vendor's can do to everybody on its team: they may have to sign in in two steps. */
export async function calmDown(world: World) {
  await requireSecondFactor(world, false)
  world.keeper = (await stillIn(world, world.keeper)) ?? world.keeper
}

export async function requireSecondFactor({ owner, home }: World, required: boolean) {
  await owner.query('update vendors set second_factor_required = $2 where vendor_id = $1', [home.id, required])
}

/** Lets somebody sign in in two steps from now on: the secret of their app, and their recovery codes. */
export async function inTwoSteps({ email, call }: Person): Promise<Json> {
  const { secret } = await call('POST', '/user/second-factor', { password })
  const { codes } = await call('POST', '/user/second-factor/confirm', { code: codeOf(String(secret)) })
  return { email, secret, codes }
}

/** Lets some mails of the vendor's look as if their mail server had refused them for good: without one, none ever fails. */
export async function failMails({ owner, home }: World) {
  await owner.query(
    `update pgboss.job set state = 'failed', output = '{"message": "550 5.1.1 No such user"}' where (name, id) in
       (select name, id from pgboss.job where name = 'user.invited' and state = 'completed' and data->>'vendor' = $1 order by created_on desc limit 3)`,
    [home.id],
  )
}

/** A link that lets a file be put, and what it was asked for. */
export const slot = (call: Call, fileName: string, size: number) =>
  call('PUT', '/file', { fileName, fileSize: size, fileType: 'text/plain' }) as Promise<{ id: string; url: string }>

/** The id of a file that somebody has sent and put nowhere yet. */
export async function uploaded(portal: Portal, call: Call, fileName: string, text: string) {
  const bytes = Buffer.from(text.repeat(3))
  const { id, url } = await slot(call, fileName, bytes.length)
  await asked(portal, url.replace(/^https?:\/\/[^/]+/, ''), { method: 'PUT', body: bytes })
  return id
}

async function addVendor(portal: Portal, owner: pg.Client, domain: string, name: string, email: string): Promise<Vendor> {
  const admin = await activate(portal, domain, await linkFrom(portal, 'vendor.ts', 'add', domain, name, email))
  const { rows } = await owner.query('select vendor_id as id from vendor_domains where domain = $1', [domain])
  return { domain, id: rows[0].id, admin }
}

async function linkFrom({ env }: Portal, command: string, ...words: string[]) {
  const { stdout } = await promisify(execFile)(process.execPath, [`server/commands/${command}`, ...words], { cwd: root, env })
  return /http\S+/.exec(stdout)?.[0] ?? ''
}

async function activate(portal: Portal, domain: string, link: string): Promise<Person> {
  const asking = new URL(link).searchParams
  const email = asking.get('mail') ?? ''
  await callAt(portal, domain, null)('POST', '/user/activate', { token: asking.get('token'), email, password })
  return signedIn(portal, domain, email)
}

async function signedIn(portal: Portal, domain: string, email: string): Promise<Person> {
  const { token, next } = await callAt(portal, domain, null)('POST', '/user/login', { email, password })
  if (next) throw new Error(`${email} needs a second factor to sign in`)
  return { email, token: String(token), call: callAt(portal, domain, String(token)) }
}

const callAt =
  (portal: Portal, domain: string, token: string | null): Call =>
  async (method, path, body) =>
    JSON.parse(
      await asked(portal, `/api/v1/domain/${domain}${path}`, {
        method,
        headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )

async function asked(portal: Portal, path: string, request: RequestInit) {
  const { status, body } = await portal.askAt(path, request)
  if (status !== 200) throw new Error(`${request.method} ${path}: ${status} ${body}`)
  return body.toString()
}
