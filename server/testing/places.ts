import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { uuidv7 } from 'uuidv7'
import { routes } from '#contract/routes.ts'
import { storageKey } from '../files/uploads.ts'
import { givenIn } from './given.ts'
import type { Person, Portal } from './portal.ts'
import { secondFactorsIn } from './second-factors.ts'

type Step = 'requested' | 'stored' | 'confirmed' | 'attached'
const bytes = Buffer.from('iVBORw0KGgo/', 'base64')

/** Companies with one of everything that an id can name, so that each id can be swapped for somebody else's. */
export const placesIn = (portal: Portal) => {
  const { owner, as, platform } = portal
  const given = givenIn(portal)
  const factors = secondFactorsIn(portal)

  /** A company of a vendor with a member, a pending user, a machine with a general and a private file, and a ticket with an attachment. */
  async function place(seller?: Awaited<ReturnType<typeof given.vendor>>) {
    const { vendorId, ...rest } = await given.ticket(await given.company(seller))
    const { member, companyId, machineId, companyMachineId, ticketId } = rest
    const mark = randomUUID().slice(0, 8)

    /** A file of somebody (of the member, for one who is nobody here), as far as it has come. */
    async function file(uploader: Person, step: Step, fileName = 'alarm.png') {
      const id = uuidv7()
      const reached = steps.slice(1).map(each => (steps.indexOf(step) >= steps.indexOf(each) ? new Date() : null))
      await owner.query(
        `insert into files (vendor_id, id, uploader_id, file_name, file_size, file_type, date_stored, date_confirmed, date_attached)
         values ($1, $2, coalesce((select id from users where vendor_id = $1 and id::text = $3), $4), $5, $6, 'image/png', $7, $8, $9)`,
        [vendorId, id, uploader.userId, member.userId, fileName, bytes.length, ...reached],
      )
      return id
    }
    async function shelved(table: 'machine_files' | 'private_files', column: string, on: string, fileName: string) {
      const id = await file(member, 'attached', fileName)
      await owner.query(`insert into ${table} (vendor_id, ${column}, file_id) values ($1, $2, $3)`, [vendorId, on, id])
      return id
    }
    const generalFileId = await shelved('machine_files', 'machine_id', machineId, `genel-${mark}.png`)
    const privateFileId = await shelved('private_files', 'company_machine_id', companyMachineId, `ozel-${mark}.png`)
    const attachmentId = await file(member, 'confirmed', `ek-${mark}.png`)
    await as(member).call(routes.tickets.replyOfAccount, {
      params: { company: companyId, ticket: ticketId },
      body: { contents: `Resmi ekledim ${mark}`, files: [attachmentId] },
    })
    const pending = { userId: uuidv7(), email: `bekleyen-${mark}@tezgah.test` }
    await owner.query("insert into users (vendor_id, id, email, name, role) values ($1, $2, $3, 'Bekleyen', 'customer')", [
      vendorId,
      pending.userId,
      pending.email,
    ])
    await given.join(vendorId, pending.userId, companyId)

    /** Another session of somebody, or of the member for one who is nobody here. */
    async function session(who: Person) {
      const { rows } = await owner.query('select id from users where vendor_id = $1 and id::text = $2', [vendorId, who.userId])
      return (await given.session({ vendorId, domain: rest.domain }, rows[0]?.id ?? member.userId)).sessionId
    }

    /** Somebody new who was invited to the vendor's team. */
    async function colleague() {
      const person = { userId: uuidv7(), email: `ekip-${randomUUID()}@tezgah.test` }
      await owner.query("insert into users (vendor_id, id, email, name, role) values ($1, $2, $3, 'Ekipten', 'staff')", [
        vendorId,
        person.userId,
        person.email,
      ])
      return person
    }

    /** A colleague who has shown their password, and what they show next: with a second factor, or having begun one. */
    async function signingIn(how: 'enrolled' | 'begun') {
      const person = await given.person({ vendorId, domain: rest.domain }, 'staff')
      const code = await ownCode(person, how)
      return { userId: person.userId, pass: await factors.issueChallenge(vendorId, person.userId), code }
    }
    /** Somebody of the team shows a code of the second factor that they have, or have begun; anybody else makes one up. */
    async function ownCode(who: Person, how: 'enrolled' | 'begun') {
      const { rows } = await owner.query("select from users where vendor_id = $1 and id::text = $2 and role <> 'customer'", [
        vendorId,
        who.userId,
      ])
      if (rows.length === 0) return '123456'
      return how === 'enrolled'
        ? ((await factors.enrolled(vendorId, who.userId)).codes[0] ?? '')
        : (await factors.beginEnrolment(vendorId, who.userId)).code
    }
    async function withoutFactor(who: Person) {
      if (who.userId) await factors.removeFactor(vendorId, who.userId)
    }
    /** Everybody on the team has one, so that requiring it signs nobody out. */
    const allEnrolled = () =>
      owner.query(
        `insert into second_factors (vendor_id, user_id, secret, date_confirmed)
           select case when operator_id is null then vendor_id else '00000000-0000-0000-0000-000000000000' end, coalesce(operator_id, id), 'x', now()
             from users where vendor_id = $1 and role <> 'customer' on conflict do nothing`,
        [vendorId],
      )

    /** What a link's signature puts into the query. */
    function signature(direction: 'upload' | 'download', fileId: string) {
      const expires = String(Math.ceil(Date.now() / 1000) + 600)
      return { expires, signature: platform.signing.seal(direction, vendorId, fileId, expires) }
    }
    async function storedFile(uploader: Person) {
      const id = await file(uploader, 'stored')
      await platform.storage.put(storageKey(vendorId, id), Readable.from([bytes]), bytes.length, { type: 'image/png' })
      return id
    }
    /** The token of a new invitation for the pending user. */
    async function invitation() {
      const params = { company: companyId, user: pending.userId }
      const { body } = await as(rest.admin).call(routes.users.remind, { params })
      return new URL(body.activationLink ?? '').searchParams.get('token') ?? ''
    }
    /** A mail to the pending user that could not be sent. */
    const failedMail = () => given.failedMail({ vendorId, domain: rest.domain }, pending.userId)
    /** All that tells this place from any other. */
    const marks = [
      ...[companyId, machineId, companyMachineId, ticketId, generalFileId, privateFileId, attachmentId],
      ...[member.userId, member.email, pending.userId, pending.email, rest.companyName, mark],
    ]
    return {
      ...rest,
      vendorId,
      generalFileId,
      privateFileId,
      pending,
      bytes,
      marks,
      session,
      colleague,
      signingIn,
      ownCode,
      withoutFactor,
      allEnrolled,
      file,
      storedFile,
      signature,
      invitation,
      failedMail,
    }
  }
  return { given, place }
}
export type Place = Awaited<ReturnType<ReturnType<typeof placesIn>['place']>>

const steps: Step[] = ['requested', 'stored', 'confirmed', 'attached']
