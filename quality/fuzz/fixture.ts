import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setInterval } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { openSigning } from '#platform/crypto/signing.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { unsubscribeToken } from '../../server/notifications/preferences.ts'
import { createPortalProcess, type PortalProcess } from '../drills/portal-process.ts'
import { codeOf, password, pushHost } from './hints.ts'

// Two vendors on one portal, each with companies that have one of everything.
// All texts of the second vendor's rows and of the first vendor's other
// company (`neighbour`) contain marks, by which a leak is found.

type Json = Record<string, unknown>
/** @throws unless the call succeeds */
type Call = (method: string, path: string, body?: Json) => Promise<Json>
export type Vendor = { domain: string; id: string; admin: Person }
export type Person = { email: string; token: string; call: Call }
export type CompanyData = Awaited<ReturnType<typeof createCompany>>

export const ownDomain = 'ev.localhost'
export const otherDomain = 'yabanci.localhost'
export const marks = {
  home: 'EVDEKI51D0',
  neighbour: 'KOMSUNUN7F3A',
  other: 'YABANCININ9C1E',
  note: 'ICNOTUN5B2D',
}

const secret = 'a secret of the fuzzer, for its own links to unsubscribe'

const root = join(import.meta.dirname, '../..')
let count = 0

export async function createFixture(toStop: AsyncDisposableStack) {
  const portal = createPortalProcess(toStop, {
    LIMIT_FACTOR: '1000',
    UPLOAD_LIMIT: '1 MB',
    NOTIFY_DELAY: '0s',
    TOKEN_SECRET: secret,
    PUSH_HOSTS: pushHost,
  })
  await portal.start()
  const postgres = await startPostgres(portal.dataDir, 'client')
  toStop.defer(() => postgres.stop())
  const owner = new pg.Client(postgres.connection)
  await owner.connect()
  toStop.defer(() => owner.end())

  const [home, otherVendor] = await Promise.all([
    addVendor(portal, owner, ownDomain, 'Ev Makine', 'kurucu@ev.test'),
    addVendor(portal, owner, otherDomain, `Satıcı ${marks.other}`, 'kurucu@yabanci.test'),
  ])
  const operator = await activate(
    portal,
    ownDomain,
    await runForLink(portal, 'operator.ts', 'add', 'bekci@tezgah.test'),
  )
  const neighbour = await createCompany(portal, ownDomain, operator.call, marks.neighbour)
  await createCompany(portal, otherDomain, otherVendor.admin.call, marks.other)
  await waitForDelivery(owner, otherVendor.id)
  return { portal, owner, home, otherVendor, operator, neighbour }
}
export type Fixture = Awaited<ReturnType<typeof createFixture>>

export async function addTeamMember(
  { portal, operator }: Fixture,
  role: 'staff' | 'admin' | 'operator',
): Promise<Person> {
  if (role === 'operator')
    return activate(
      portal,
      ownDomain,
      await runForLink(portal, 'operator.ts', 'add', `isletmen-${count++}@tezgah.test`),
    )
  // its session may be older than 15 minutes
  await operator.call('POST', '/user/reauthenticate', { password })
  const invited = await operator.call('POST', '/admin/team', {
    email: `ekip-${count++}@ev.test`,
    name: 'Ekipten',
    surname: 'Biri',
    role,
  })
  return activate(portal, ownDomain, String(invited.activationLink))
}

/** Returns the person with a valid session, signed in again if necessary; null when that fails. */
export async function renewSession({ portal }: Fixture, person: Person): Promise<Person | null> {
  try {
    await person.call('GET', '/user/me')
    return person
  } catch {
    return signIn(portal, ownDomain, person.email).catch(() => null)
  }
}

export async function createCompany(
  portal: PortalProcess,
  domain: string,
  call: Call,
  mark: string,
) {
  const unique = `${mark} ${count++}`
  const company = String(
    (
      await call('POST', '/admin/company', {
        name: `Firma ${unique}`,
        dateSupportEnd: '2031-05-31',
      })
    )._id,
  )
  const path = `/admin/company/${company}`
  const model = await call('POST', '/admin/machine', {
    name: `Torna ${unique}`,
    sku: `T ${unique}`,
    description: `Tanım ${mark}`,
  })
  const machine = await call('POST', `${path}/machine`, {
    machine: model._id,
    serialNumber: `SN ${unique}`,
    dateOfPurchase: '2026-01-15',
    notes: `Not ${mark}`,
  })
  const general = await uploadFile(portal, call, `genel ${unique}.txt`, mark)
  await call('POST', `/admin/machine/${model._id}/file`, { file: general })
  await call('POST', `${path}/machine/${machine._id}/customFile`, {
    file: await uploadFile(portal, call, `ozel ${unique}.txt`, mark),
  })
  const names = {
    name: `Ad ${mark}`,
    surname: `Soyad ${mark}`,
    phone: '+90 212 555 00 00',
    department: mark,
    position: mark,
  }
  const pending = await call('POST', `${path}/user`, {
    email: `bekleyen-${count}@musteri.test`,
    ...names,
  })
  const invited = await call('POST', `${path}/user`, {
    email: `uye-${count}@musteri.test`,
    ...names,
  })
  const member = await activate(portal, domain, String(invited.activationLink))
  const reply = await uploadFile(portal, call, `yanıt ${unique}.txt`, mark)
  await call('POST', `/file/${reply}`)
  await call('POST', '/staff/reply', {
    shortcode: `yanit-${mark}-${count}`,
    turkish: `Merhaba {ad} ${mark}`,
    english: `Hello {name} ${mark}`,
    isOfTeam: true,
    files: [reply],
  })
  const ticket = await openTicket(portal, { company, machine: String(machine._id), member }, mark)
  return { company, machine: String(machine._id), ticket, member, pending, general }
}

export async function openTicket(
  portal: PortalProcess,
  { company, machine, member }: { company: string; machine: string; member: Person },
  mark: string,
) {
  const file = await uploadFile(portal, member.call, `ek ${mark}.txt`, mark)
  await member.call('POST', `/file/${file}`)
  const body = {
    title: `Talep ${mark} ${count++}`,
    machine,
    message: `Mesaj ${mark}`,
    files: [file],
  }
  return String((await member.call('POST', `/account/${company}/ticket`, body))._id)
}

/** A note of the team with a file, and a topic of the ticket; returns
 * the ids of all three, which customers must not see. */
export async function writeNote({ portal, operator }: Fixture, ticket: string) {
  const file = await uploadFile(portal, operator.call, `not ${marks.note}.txt`, marks.note)
  await operator.call('POST', `/file/${file}`)
  const body = { contents: `Not ${marks.note}`, files: [file] }
  const note = await operator.call('POST', `/staff/ticket/${ticket}/note`, body)
  const topic = await operator.call('POST', '/admin/topic', { name: `Konu ${marks.note}` })
  await operator.call('POST', `/staff/ticket/${ticket}`, { addTopics: [topic._id] })
  return { note: String(note._id), file, topic: String(topic._id) }
}

export async function resetTeam(fixture: Fixture) {
  await requireSecondFactor(fixture, false)
  fixture.operator = (await renewSession(fixture, fixture.operator)) ?? fixture.operator
}

export async function requireSecondFactor({ owner, home }: Fixture, required: boolean) {
  await owner.query('update vendors set second_factor_required = $2 where vendor_id = $1', [
    home.id,
    required,
  ])
}

export async function enableSecondFactor({ email, call }: Person): Promise<Json> {
  const { secret } = await call('POST', '/user/second-factor', { password })
  const { codes } = await call('POST', '/user/second-factor/confirm', {
    code: codeOf(String(secret)),
  })
  return { email, secret, codes }
}

/** Adds mails that the mail server refused: without a mail server none fails. */
export async function addFailedMails({ owner, home }: Fixture) {
  await owner.query(
    `insert into mails (vendor_id, id, user_id, kind, data, state, job, attempts, answer, date_tried, date_next)
       select vendor_id, gen_random_uuid(), id, 'user.invited', '{}', 'failed', gen_random_uuid(), 1, '550 5.1.1 No such user', now(), null
         from users where vendor_id = $1 order by date_created desc limit 3`,
    [home.id],
  )
}

/** As if messages had come by mail, and a mail of the person had
 * become no ticket. Returns their ids and a token to unsubscribe. */
export async function addMailsOf(
  { owner, home }: Fixture,
  { email }: Person,
  ticket: string,
): Promise<Json> {
  const {
    rows: [message],
  } = await owner.query(
    `insert into message_mails (vendor_id, message_id, contents)
       select vendor_id, id, contents from messages where vendor_id = $1 and ticket_id = $2
       on conflict (vendor_id, message_id) do update set contents = excluded.contents
       returning message_id as id`,
    [home.id, ticket],
  )
  const {
    rows: [mail],
  } = await owner.query(
    `insert into received_mails (vendor_id, id, fingerprint, recipient, raw, sender, state, user_id)
       select vendor_id, gen_random_uuid(), gen_random_uuid(), 'destek@ev.test', $3, email, 'answered', id from users where vendor_id = $1 and email = $2
       returning id, user_id as user`,
    [home.id, email, Buffer.from(`From: ${email}\r\nSubject: Talep\r\n\r\nMerhaba`)],
  )
  const token = unsubscribeToken(openSigning(secret), {
    vendor: home.id,
    user: mail.user,
    kinds: ['ticket.answered'],
  })
  return { message: message.id, received: mail.id, token }
}

/** Until then the portal itself changes the vendor's rows. */
async function waitForDelivery(owner: pg.Client, vendor: string) {
  for await (const _ of setInterval(100, null, { signal: AbortSignal.timeout(30_000) })) {
    const { rows } = await owner.query(
      `select from mails where vendor_id = $1
       union all select from pgboss.job where data->>'vendor' = $1::text and state < 'completed' and start_after <= now()`,
      [vendor],
    )
    if (rows.length === 0) return
  }
}

export const requestUpload = (call: Call, fileName: string, size: number) =>
  call('PUT', '/file', { fileName, fileSize: size, fileType: 'text/plain' }) as Promise<{
    id: string
    url: string
  }>

export async function uploadFile(
  portal: PortalProcess,
  call: Call,
  fileName: string,
  text: string,
) {
  const bytes = Buffer.from(text.repeat(3))
  const { id, url } = await requestUpload(call, fileName, bytes.length)
  await fetchOk(portal, url.replace(/^https?:\/\/[^/]+/, ''), { method: 'PUT', body: bytes })
  return id
}

async function addVendor(
  portal: PortalProcess,
  owner: pg.Client,
  domain: string,
  name: string,
  email: string,
): Promise<Vendor> {
  const admin = await activate(
    portal,
    domain,
    await runForLink(portal, 'vendor.ts', 'add', domain, name, email),
  )
  const { rows } = await owner.query(
    'select vendor_id as id from vendor_domains where domain = $1',
    [domain],
  )
  return { domain, id: rows[0].id, admin }
}

async function runForLink({ env }: PortalProcess, command: string, ...words: string[]) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`server/commands/${command}`, ...words],
    { cwd: root, env },
  )
  return /http\S+/.exec(stdout)?.[0] ?? ''
}

async function activate(portal: PortalProcess, domain: string, link: string): Promise<Person> {
  const { hostname, searchParams: params } = new URL(link)
  const email = params.get('mail') ?? ''
  await createCall(portal, hostname, null)('POST', '/user/activate', {
    token: params.get('token'),
    email,
    password,
  })
  return signIn(portal, domain, email)
}

async function signIn(portal: PortalProcess, domain: string, email: string): Promise<Person> {
  const { token, next } = await createCall(portal, domain, null)('POST', '/user/login', {
    email,
    password,
  })
  if (next) throw new Error(`${email} needs a second factor to sign in`)
  return { email, token: String(token), call: createCall(portal, domain, String(token)) }
}

const createCall =
  (portal: PortalProcess, domain: string, token: string | null): Call =>
  async (method, path, body) =>
    JSON.parse(
      await fetchOk(portal, `/api/v1/domain/${domain}${path}`, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )

async function fetchOk(portal: PortalProcess, path: string, request: RequestInit) {
  const { status, body } = await portal.fetchPath(path, request)
  if (status !== 200) throw new Error(`${request.method} ${path}: ${status} ${body}`)
  return body.toString()
}
