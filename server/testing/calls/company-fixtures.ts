import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { uuidv7 } from 'uuidv7'
import { routes } from '#contract/routes.ts'
import { insertTickets } from '#testing/database/tickets.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import type { Person, TestPortal } from '#testing/portal.ts'
import { secondFactorsIn } from '#testing/sign-in/second-factors.ts'
import { storageKey } from '../../files/uploads.ts'
import { activationToken } from '../../identity/passwords/activations.ts'
import { unsubscribeToken } from '../../notifications/preferences.ts'

type Step = 'requested' | 'stored' | 'confirmed' | 'attached'
const bytes = Buffer.from('iVBORw0KGgo/', 'base64')

/** Companies with one of everything that has an id, so that
 * each id can be exchanged for another company's. */
export const companyFixturesIn = (portal: TestPortal) => {
  const { owner, as, platform } = portal
  const fixtures = fixturesIn(portal)
  const factors = secondFactorsIn(portal)

  async function createFixture(seller?: Awaited<ReturnType<typeof fixtures.vendor>>) {
    const { vendorId, ...rest } = await fixtures.ticket(await fixtures.company(seller))
    const { member, companyId, machineId, companyMachineId, ticketId } = rest
    const mark = randomUUID().slice(0, 8)

    /** A file of a user (of the member for a user of another
     * vendor), up to a step of the upload. */
    async function createFile(uploader: Person, step: Step, fileName = 'alarm.png') {
      const id = uuidv7()
      const reached = steps
        .slice(1)
        .map(each => (steps.indexOf(step) >= steps.indexOf(each) ? new Date() : null))
      await owner.query(
        `insert into files (vendor_id, id, uploader_id, file_name, file_size, file_type, date_stored, date_confirmed, date_attached)
         values ($1, $2, coalesce((select id from users where vendor_id = $1 and id::text = $3), $4), $5, $6, 'image/png', $7, $8, $9)`,
        [vendorId, id, uploader.userId, member.userId, fileName, bytes.length, ...reached],
      )
      return id
    }
    const newestMessage = async () =>
      (
        await owner.query(
          'select id from messages where ticket_id = $1 order by date_added desc limit 1',
          [ticketId],
        )
      ).rows[0].id as string
    /** A message of a user (of the member for a user of another vendor), who can take it back. */
    async function createMessage(author: Person) {
      const id = uuidv7()
      await owner.query(
        `insert into messages (vendor_id, id, ticket_id, user_id, is_staff, contents)
         values ($1, $2, $3, coalesce((select id from users where vendor_id = $1 and id::text = $4), $5), false, 'Geri alınacak')`,
        [vendorId, id, ticketId, author.userId, member.userId],
      )
      return id
    }
    async function attachFile(
      table: 'machine_files' | 'private_files',
      column: string,
      machine: string,
      fileName: string,
    ) {
      const id = await createFile(member, 'attached', fileName)
      await owner.query(
        `insert into ${table} (vendor_id, ${column}, file_id) values ($1, $2, $3)`,
        [vendorId, machine, id],
      )
      return id
    }
    const generalFileId = await attachFile(
      'machine_files',
      'machine_id',
      machineId,
      `genel-${mark}.png`,
    )
    const privateFileId = await attachFile(
      'private_files',
      'company_machine_id',
      companyMachineId,
      `ozel-${mark}.png`,
    )
    const attachmentId = await createFile(member, 'confirmed', `ek-${mark}.png`)
    const { body: message } = await as(member).call(routes.tickets.replyOfAccount, {
      params: { company: companyId, ticket: ticketId },
      body: { contents: `Resmi ekledim ${mark}`, files: [attachmentId] },
    })
    const pending = { userId: uuidv7(), email: `bekleyen-${mark}@tezgah.test` }
    await owner.query(
      "insert into users (vendor_id, id, email, name, role) values ($1, $2, $3, 'Bekleyen', 'customer')",
      [vendorId, pending.userId, pending.email],
    )
    await fixtures.join(vendorId, pending.userId, companyId)

    /** A session of a user (of the member for a user of another vendor). */
    async function createSession(who: Person) {
      const { rows } = await owner.query(
        'select id from users where vendor_id = $1 and id::text = $2',
        [vendorId, who.userId],
      )
      return (
        await fixtures.session({ vendorId, domain: rest.domain }, rows[0]?.id ?? member.userId)
      ).sessionId
    }

    async function createColleague() {
      const person = { userId: uuidv7(), email: `ekip-${randomUUID()}@tezgah.test` }
      await owner.query(
        "insert into users (vendor_id, id, email, name, role) values ($1, $2, $3, 'Ekipten', 'staff')",
        [vendorId, person.userId, person.email],
      )
      return person
    }

    async function createContact() {
      const userId = uuidv7()
      await owner.query(
        "insert into users (vendor_id, id, email, name, role, is_contact) values ($1, $2, $3, 'Bağlantı', 'customer', true)",
        [vendorId, userId, `baglanti-${randomUUID()}@tezgah.test`],
      )
      await fixtures.join(vendorId, userId, companyId)
      return userId
    }

    /** A colleague after the password step, with a code of
     * an active or an unconfirmed second factor. */
    async function beginSignIn(state: 'enrolled' | 'begun') {
      const person = await fixtures.person({ vendorId, domain: rest.domain }, 'staff')
      const code = await createCode(person, state)
      return {
        userId: person.userId,
        pass: await factors.issueChallenge(vendorId, person.userId),
        code,
      }
    }
    /** A code of a new second factor of a team member; for any other user a made-up one. */
    async function createCode(who: Person, state: 'enrolled' | 'begun') {
      const { rows } = await owner.query(
        "select from users where vendor_id = $1 and id::text = $2 and role <> 'customer'",
        [vendorId, who.userId],
      )
      if (rows.length === 0) return '123456'
      await removeFactor(who) // of an earlier example
      return state === 'enrolled'
        ? ((await factors.enrol(vendorId, who.userId)).codes[0] ?? '')
        : (await factors.beginEnrolment(vendorId, who.userId)).code
    }
    async function removeFactor(who: Person) {
      if (who.userId) await factors.removeFactor(vendorId, who.userId)
    }
    /** Gives all of the team a second factor, so that requiring it ends no session. */
    const enrolTeam = () =>
      owner.query(
        `insert into second_factors (vendor_id, user_id, secret, date_confirmed)
           select case when operator_id is null then vendor_id else '00000000-0000-0000-0000-000000000000' end, coalesce(operator_id, id), 'x', now()
             from users where vendor_id = $1 and role <> 'customer' on conflict do nothing`,
        [vendorId],
      )

    function signLink(direction: 'upload' | 'download', fileId: string) {
      const expires = String(Math.ceil(Date.now() / 1000) + 600)
      return { expires, signature: platform.signing.sign(direction, vendorId, fileId, expires) }
    }
    async function createStoredFile(uploader: Person) {
      const id = await createFile(uploader, 'stored')
      await platform.storage.put(storageKey(vendorId, id), Readable.from([bytes]), bytes.length, {
        type: 'image/png',
      })
      return id
    }
    async function createInvitation() {
      const params = { company: companyId, user: pending.userId }
      const { body } = await as(rest.admin).call(routes.users.remind, { params })
      return new URL(body.activationLink ?? '').searchParams.get('token') ?? ''
    }
    /** The link to a new address of a further member. */
    async function requestEmail() {
      const person = await fixtures.person({ vendorId, domain: rest.domain }, 'customer')
      await fixtures.join(vendorId, person.userId, companyId)
      const email = `yeni-${person.email}`
      await as(person).call(routes.profile.requestEmail, { body: { email } })
      const { rows } = await owner.query('select id from activations where user_id = $1', [
        person.userId,
      ])
      return { email, token: activationToken(platform.signing, vendorId, rows[0].id) }
    }
    const createFailedMail = () =>
      fixtures.failedMail({ vendorId, domain: rest.domain }, pending.userId)
    const createUnsubscribeToken = () =>
      unsubscribeToken(platform.signing, {
        vendor: vendorId,
        user: member.userId,
        kinds: ['ticket.closed'],
      })
    const setSenderAddress = () =>
      owner.query("update vendors set sender_address = 'destek@satici.test' where vendor_id = $1", [
        vendorId,
      ])
    async function createTicketFilter() {
      const id = uuidv7()
      await owner.query(
        "insert into ticket_filters (vendor_id, id, user_id, is_of_team, name, query) values ($1, $2, $3, true, $4, '{}')",
        [vendorId, id, rest.staff.userId, id],
      )
      return id
    }
    async function createTicket() {
      const id = uuidv7()
      await owner.query(
        insertTickets(
          "insert into tickets (vendor_id, id, company_id, company_machine_id, title, created_by) values ($1, $2, $3, $4, 'Mil yine ısınıyor', $5)",
        ),
        [vendorId, id, companyId, companyMachineId, member.userId],
      )
      return id
    }
    async function createMergedTicket() {
      const id = await createTicket()
      await owner.query(
        'insert into ticket_merges (vendor_id, ticket_id, into_id, user_id, was_open) values ($1, $2, $3, $4, true)',
        [vendorId, id, ticketId, rest.staff.userId],
      )
      await owner.query(
        "update tickets set status = 'archived', date_closed = now(), date_archived = now() where id = $1",
        [id],
      )
      return id
    }
    /** A note of the staff that mentions them and has a file. */
    async function createNote(contents = 'Mil sallanıyor', fileName = 'not.png') {
      const { body } = await as(rest.staff).call(routes.ticketNotes.write, {
        params: { ticket: ticketId },
        body: {
          contents,
          mentions: [rest.staff.userId],
          files: [await createFile(rest.staff, 'confirmed', fileName)],
        },
      })
      return body
    }
    async function createSavedReply() {
      const id = uuidv7()
      await owner.query(
        "insert into saved_replies (vendor_id, id, user_id, is_of_team, shortcode, turkish) values ($1, $2, $3, true, $4, 'Merhaba {ad}')",
        [vendorId, id, rest.staff.userId, id],
      )
      await owner.query(
        'insert into saved_reply_files (vendor_id, reply_id, file_id) values ($1, $2, $3)',
        [vendorId, id, await createFile(member, 'attached')],
      )
      return id
    }
    async function createTopic() {
      const id = uuidv7()
      await owner.query('insert into topics (vendor_id, id, name) values ($1, $2, $3)', [
        vendorId,
        id,
        id,
      ])
      return id
    }
    const createHeldMail = () =>
      fixtures.heldMail({ vendorId }, { user_id: member.userId, ticket_id: ticketId })
    /** A mail of a user (of the member for a user of another vendor) that became no ticket. */
    async function createAnsweredMail(who: Person) {
      const { rows } = await owner.query(
        'select id from users where vendor_id = $1 and id::text = $2',
        [vendorId, who.userId],
      )
      return fixtures.heldMail(
        { vendorId },
        { user_id: rows[0]?.id ?? member.userId, state: 'answered', reason: 'machineUnknown' },
      )
    }
    /** A message of the member that came by mail. */
    async function createMailMessage() {
      const id = uuidv7()
      await owner.query(
        "insert into messages (vendor_id, id, ticket_id, user_id, is_staff, contents) values ($1, $2, $3, $4, false, 'Tamam')",
        [vendorId, id, ticketId, member.userId],
      )
      await owner.query(
        "insert into message_mails (vendor_id, message_id, contents) values ($1, $2, 'Tamam\n\n> Oldu mu?')",
        [vendorId, id],
      )
      await owner.query('insert into mailed_messages (vendor_id, message_id) values ($1, $2)', [
        vendorId,
        id,
      ])
      await owner.query(
        "insert into filed_mails (vendor_id, fingerprint, ticket_id, user_id, signatures) values ($1, $2, $3, $4, '{}')",
        [vendorId, id, ticketId, member.userId],
      )
      return id
    }
    /** Values that occur in no other fixture. */
    const marks = [
      ...[
        companyId,
        machineId,
        companyMachineId,
        ticketId,
        generalFileId,
        privateFileId,
        attachmentId,
      ],
      ...[member.userId, member.email, pending.userId, pending.email, rest.companyName, mark],
    ]
    return {
      ...rest,
      vendorId,
      generalFileId,
      privateFileId,
      messageId: message._id,
      pending,
      bytes,
      marks,
      createSession,
      createColleague,
      createContact,
      beginSignIn,
      createCode,
      removeFactor,
      enrolTeam,
      createFile,
      newestMessage,
      createMessage,
      createStoredFile,
      signLink,
      createInvitation,
      requestEmail,
      createFailedMail,
      createUnsubscribeToken,
      createHeldMail,
      createTicketFilter,
      createTicket,
      createMergedTicket,
      createNote,
      createSavedReply,
      createTopic,
      setSenderAddress,
      createAnsweredMail,
      createMailMessage,
    }
  }
  return { fixtures, createFixture }
}
export type CompanyFixture = Awaited<
  ReturnType<ReturnType<typeof companyFixturesIn>['createFixture']>
>

const steps: Step[] = ['requested', 'stored', 'confirmed', 'attached']
