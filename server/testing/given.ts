import { randomUUID } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Role } from '#contract/actor.ts'
import { routes } from '#contract/routes.ts'
import { hashPassword } from '#platform/crypto/passwords.ts'
import { platformVendor } from '#platform/database/database.ts'
import type { Person, Portal } from './portal.ts'

export const password = 'Torna1453'
const passwordHash = hashPassword(password)

/** What is uploaded; without bytes a few that begin a picture. */
type Upload = { name?: string; type?: string; bytes?: Buffer; confirm?: boolean }

/** Builds what a test begins with, in one portal. What is not about the test itself is written straight into the database. */
export const givenIn = (portal: Portal) => {
  const { owner, as, platform } = portal
  const unique = () => randomUUID().slice(0, 8)

  /** A user of a vendor with a live session. */
  async function person(vendor: { vendorId: string; domain: string }, role: Role, name = 'Ayşe'): Promise<Person> {
    const userId = uuidv7()
    const email = `${role}-${unique()}@tezgah.test`
    const operatorId = role === 'operator' ? await operatorNamed(email) : null
    await owner.query(
      'insert into users (vendor_id, id, email, password_hash, name, surname, role, operator_id) values ($1, $2, $3, $4, $5, $6, $7, $8)',
      [vendor.vendorId, userId, email, role === 'operator' ? null : await passwordHash, name, 'Yılmaz', role, operatorId],
    )
    return { ...(await session(vendor, userId)), email }
  }

  /** A new session of a user. */
  async function session(vendor: { vendorId: string; domain: string }, userId: string) {
    const sessionId = uuidv7()
    await owner.query("insert into sessions (vendor_id, id, user_id, date_expires) values ($1, $2, $3, now() + interval '1 hour')", [
      vendor.vendorId,
      sessionId,
      userId,
    ])
    return {
      userId,
      sessionId,
      domain: vendor.domain,
      token: await platform.signing.token({ vendorId: vendor.vendorId, userId, sessionId }, 3600),
    }
  }

  /** A vendor with a domain administrator, a staff member and an operator. */
  async function vendor(domain = `${unique()}.tezgah.test`) {
    const vendorId = uuidv7()
    await owner.query('insert into vendors (vendor_id, name) values ($1, $2)', [vendorId, `Satıcı ${domain}`])
    await owner.query('insert into vendor_domains (vendor_id, domain) values ($1, $2)', [vendorId, domain])
    const here = { vendorId, domain }
    const visitor: Person = { domain, token: null, userId: '', email: '' }
    return {
      ...here,
      visitor,
      admin: await person(here, 'admin'),
      staff: await person(here, 'staff'),
      operator: await person(here, 'operator'),
    }
  }

  /** A vendor's company with one machine of the catalogue and a member. */
  async function company(at?: Awaited<ReturnType<typeof vendor>>) {
    const seller = at ?? (await vendor())
    const made = await as(seller.admin).call(routes.companies.create, {
      body: { name: `Şişli Pres ${unique()}`, dateSupportEnd: '2030-01-31' },
    })
    const machine = await as(seller.admin).call(routes.machines.create, { body: { name: 'İnci Torna', sku: `IT-${unique()}` } })
    const assigned = await as(seller.admin).call(routes.machines.assign, {
      params: { company: made.body._id },
      body: { machine: machine.body._id, serialNumber: `SN-${unique()}`, dateOfPurchase: '2026-02-28' },
    })
    const companyId = made.body._id
    const member = await person(seller, 'customer', 'Işıl')
    await join(seller.vendorId, member.userId, companyId)
    return { ...seller, companyId, companyName: made.body.name, machineId: machine.body._id, companyMachineId: assigned.body._id, member }
  }

  const join = (vendorId: string, userId: string, companyId: string) =>
    owner.query('insert into memberships (vendor_id, user_id, company_id) values ($1, $2, $3)', [vendorId, userId, companyId])

  /** An open ticket with a first message, of a member of a company. */
  async function ticket(at?: Awaited<ReturnType<typeof company>>) {
    const place = at ?? (await company())
    const opened = await as(place.member).call(routes.tickets.open, {
      params: { company: place.companyId },
      body: { title: 'Mil ısınıyor', machine: place.companyMachineId, message: 'İş mili on dakikada ısınıyor.' },
    })
    return { ...place, ticketId: opened.body._id }
  }

  /** A file whose bytes have been uploaded by somebody, and confirmed unless told otherwise. */
  async function upload(
    uploader: Person,
    { name = 'alarm.png', bytes, type = bytes ? 'application/octet-stream' : 'image/png', confirm = true }: Upload = {},
  ) {
    const payload = bytes ?? Buffer.from('iVBORw0KGgo/', 'base64')
    const { body: slot } = await as(uploader).call(routes.files.request, {
      body: { fileName: name, fileSize: payload.length, fileType: type },
    })
    const put = await portal.http.inject({ method: 'PUT', url: pathAndQuery(slot.url), headers: { 'content-type': type }, payload })
    if (put.statusCode !== 200) throw new Error(`the upload failed: ${put.statusCode} ${put.body}`)
    if (confirm) await as(uploader).call(routes.files.confirm, { params: { file: slot.id } })
    return slot.id
  }

  /** An operator of the platform, who has set a password. */
  async function operator() {
    const email = `operator-${unique()}@tezgah.test`
    await operatorNamed(email)
    return email
  }

  /** A mail to somebody that has failed for good; with `changes` as the queue's columns have it, one that fared otherwise. */
  async function failedMail(vendor: { vendorId: string; domain: string }, userId: string, changes: Record<string, unknown> = {}) {
    const id = uuidv7()
    const job = {
      id,
      name: 'user.invited',
      state: 'failed',
      data: { vendor: vendor.vendorId, user: userId, activation: uuidv7(), domain: vendor.domain },
      output: { reason: 'Hopeless: 550 5.1.1 no such user here', answer: '550 5.1.1 no such user here' },
      retry_limit: 300,
      retry_delay: 5,
      retry_delay_max: 300,
      retry_backoff: true,
      started_on: new Date(),
      completed_on: new Date(),
      ...changes,
    }
    const columns = Object.keys(job).join(', ')
    await owner.query(`insert into pgboss.job (${columns}) select ${columns} from jsonb_populate_record(null::pgboss.job, $1)`, [job])
    return id
  }

  async function operatorNamed(email: string) {
    const id = uuidv7()
    await owner.query(
      "insert into users (vendor_id, id, email, password_hash, name, role) values ($1, $2, $3, $4, 'İşletmen', 'operator')",
      [platformVendor, id, email, await passwordHash],
    )
    return id
  }

  return { vendor, company, ticket, person, session, join, upload, operator, failedMail }
}

/** The part of a link that is sent to the server under test. */
export function pathAndQuery(link: string) {
  const url = new URL(link)
  return url.pathname + url.search
}
