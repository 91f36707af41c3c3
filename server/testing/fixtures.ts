import { argon2Sync, randomBytes, randomUUID } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Role } from '#contract/actor.ts'
import { routes } from '#contract/routes.ts'
import { platformVendor } from '#platform/database/database.ts'
import { purchaseDay, supportEndDay } from '#testing/days.ts'
import type { Person, TestPortal } from './portal.ts'

export const password = 'Torna1453'
/** Of the least cost: a sign-in verifies a hash with the cost that is stored in it. */
const passwordHash = hashCheaply(password)

function hashCheaply(message: string) {
  const [nonce, cost] = [randomBytes(16), { memory: 8, passes: 1, parallelism: 1 }]
  const tag = argon2Sync('argon2id', { message, nonce, tagLength: 32, ...cost })
  const [salt, hash] = [nonce, tag].map(bytes => bytes.toString('base64').replaceAll('=', ''))
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt}$${hash}`
}

type Upload = { name?: string; type?: string; bytes?: Buffer; confirm?: boolean }

/** Builders of test data in a portal. Most write to the database directly. */
export const fixturesIn = (portal: TestPortal) => {
  const { owner, as, platform } = portal
  const unique = () => randomUUID().slice(0, 8)

  async function person(
    vendor: { vendorId: string; domain: string },
    role: Role,
    name = 'Ayşe',
  ): Promise<Person> {
    const userId = uuidv7()
    const email = `${role}-${unique()}@tezgah.test`
    const operatorId = role === 'operator' ? await createOperator(email) : null
    await owner.query(
      'insert into users (vendor_id, id, email, password_hash, name, surname, role, operator_id) values ($1, $2, $3, $4, $5, $6, $7, $8)',
      [
        vendor.vendorId,
        userId,
        email,
        role === 'operator' ? null : passwordHash,
        name,
        'Yılmaz',
        role,
        operatorId,
      ],
    )
    return { ...(await session(vendor, userId)), email }
  }

  async function session(vendor: { vendorId: string; domain: string }, userId: string) {
    const sessionId = uuidv7()
    await owner.query(
      "insert into sessions (vendor_id, id, user_id, date_expires) values ($1, $2, $3, now() + interval '1 hour')",
      [vendor.vendorId, sessionId, userId],
    )
    return {
      userId,
      sessionId,
      domain: vendor.domain,
      token: await platform.signing.signToken(
        { vendorId: vendor.vendorId, userId, sessionId },
        3600,
      ),
    }
  }

  async function vendor(domain = `${unique()}.tezgah.test`) {
    const vendorId = uuidv7()
    await owner.query('insert into vendors (vendor_id, name) values ($1, $2)', [
      vendorId,
      `Satıcı ${domain}`,
    ])
    await owner.query('insert into vendor_domains (vendor_id, domain) values ($1, $2)', [
      vendorId,
      domain,
    ])
    const at = { vendorId, domain }
    const visitor: Person = { domain, token: null, userId: '', email: '' }
    return {
      ...at,
      visitor,
      admin: await person(at, 'admin'),
      staff: await person(at, 'staff'),
      operator: await person(at, 'operator'),
    }
  }

  async function company(at?: Awaited<ReturnType<typeof vendor>>) {
    const seller = at ?? (await vendor())
    const created = await as(seller.admin).call(routes.companies.create, {
      body: { name: `Şişli Pres ${unique()}`, dateSupportEnd: supportEndDay },
    })
    const machine = await as(seller.admin).call(routes.machines.create, {
      body: { name: 'İnci Torna', sku: `IT-${unique()}` },
    })
    const assigned = await as(seller.admin).call(routes.machines.assign, {
      params: { company: created.body._id },
      body: {
        machine: machine.body._id,
        serialNumber: `SN-${unique()}`,
        dateOfPurchase: purchaseDay,
      },
    })
    const companyId = created.body._id
    const member = await person(seller, 'customer', 'Işıl')
    await join(seller.vendorId, member.userId, companyId)
    return {
      ...seller,
      companyId,
      companyName: created.body.name,
      machineId: machine.body._id,
      companyMachineId: assigned.body._id,
      member,
    }
  }

  const join = (vendorId: string, userId: string, companyId: string) =>
    owner.query('insert into memberships (vendor_id, user_id, company_id) values ($1, $2, $3)', [
      vendorId,
      userId,
      companyId,
    ])

  async function ticket(at?: Awaited<ReturnType<typeof company>>) {
    const fixture = at ?? (await company())
    const opened = await as(fixture.member).call(routes.tickets.open, {
      params: { company: fixture.companyId },
      body: {
        title: 'Mil ısınıyor',
        machine: fixture.companyMachineId,
        message: 'İş mili on dakikada ısınıyor.',
      },
    })
    return { ...fixture, ticketId: opened.body._id, ticketNumber: opened.body.number }
  }

  /** Uploads a file, and confirms it by default. Returns its id. */
  async function upload(
    uploader: Person,
    {
      name = 'alarm.png',
      bytes,
      type = bytes ? 'application/octet-stream' : 'image/png',
      confirm = true,
    }: Upload = {},
  ) {
    const payload = bytes ?? Buffer.from('iVBORw0KGgo/', 'base64')
    const { body: slot } = await as(uploader).call(routes.files.request, {
      body: { fileName: name, fileSize: payload.length, fileType: type },
    })
    const reply = await portal.http.inject({
      method: 'PUT',
      url: pathAndQuery(slot.url),
      headers: { 'content-type': type },
      payload,
    })
    if (reply.statusCode !== 200)
      throw new Error(`the upload failed: ${reply.statusCode} ${reply.body}`)
    if (confirm) await as(uploader).call(routes.files.confirm, { params: { file: slot.id } })
    return slot.id
  }

  /** The key of a file in the storage. */
  async function keyOf(file: string): Promise<string> {
    const { rows } = await owner.query(
      "select vendor_id || '/' || coalesce(stored_as, id) as key from files where id = $1",
      [file],
    )
    return rows[0].key
  }

  async function operator() {
    const email = `operator-${unique()}@tezgah.test`
    await createOperator(email)
    return email
  }

  /** A failed mail whose job has ended; `changes` are columns of its row. */
  async function failedMail(
    vendor: { vendorId: string; domain: string },
    userId: string,
    changes: Record<string, unknown> = {},
  ) {
    const mail = {
      vendor_id: vendor.vendorId,
      id: uuidv7(),
      user_id: userId,
      kind: 'user.invited',
      data: { activation: uuidv7(), domain: vendor.domain },
      state: 'failed',
      job: uuidv7(),
      attempts: 1,
      answer: '550 5.1.1 no such user here',
      date_created: new Date(),
      date_tried: new Date(),
      date_next: null,
      ...changes,
    }
    const columns = Object.keys(mail).join(', ')
    await owner.query(
      `insert into mails (${columns}) select ${columns} from jsonb_populate_record(null::mails, $1)`,
      [mail],
    )
    return mail.id
  }

  /** A received mail that waits for the team; `changes` are columns of its row. */
  async function heldMail(
    { vendorId }: { vendorId: string },
    changes: Record<string, unknown> = {},
  ) {
    const id = uuidv7()
    const raw = Buffer.from(`From: yabanci@baska.test\r\nSubject: Re: Mil\r\n\r\nTamam`)
    const mail = {
      vendor_id: vendorId,
      id,
      fingerprint: id,
      recipient: 'reply+x@reply.tezgah.test',
      raw: `\\x${raw.toString('hex')}`,
      sender: 'yabanci@baska.test',
      state: 'held',
      reason: 'otherSender',
      date_received: new Date(),
      date_changed: new Date(),
      ...changes,
    }
    const columns = Object.keys(mail).join(', ')
    await owner.query(
      `insert into received_mails (${columns}) select ${columns} from jsonb_populate_record(null::received_mails, $1)`,
      [mail],
    )
    return id
  }

  async function createOperator(email: string) {
    const id = uuidv7()
    await owner.query(
      "insert into users (vendor_id, id, email, password_hash, name, role) values ($1, $2, $3, $4, 'İşletmen', 'operator')",
      [platformVendor, id, email, passwordHash],
    )
    return id
  }

  return {
    vendor,
    company,
    ticket,
    person,
    session,
    join,
    upload,
    keyOf,
    operator,
    failedMail,
    heldMail,
  }
}

export function pathAndQuery(link: string) {
  const url = new URL(link)
  return url.pathname + url.search
}
