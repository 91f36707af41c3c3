import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { NewContact } from '#contract/people.ts'
import { routes } from '#contract/routes.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInSettings } from '#testing/incoming-mails.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { sendMailsTo, waitForReactions } from '#testing/queue.ts'

// Contacts: people of a company who have no login, and what becomes of them.

const portal = await openPortal({ ...mailInSettings, NOTIFY_DELAY: '0s' })
const fixtures = fixturesIn(portal)
const { send, settled } = incomingMailsIn(portal)
const mails = mailsIn(portal)
const { as, owner } = portal

type At = Awaited<ReturnType<typeof fixtures.company>>
type Contact = Partial<NewContact>
const newEmail = () => `kisi-${randomUUID().slice(0, 8)}@tezgah.test`
const deniz = { name: 'Deniz', surname: 'Su', phone: '+90 476 227 10 10' }

const add = (at: At, contact: Contact = {}, by = at.staff, company = at.companyId) =>
  as(by).call(routes.users.createContact, { params: { company }, body: { ...deniz, ...contact } })
const usersOf = async (at: At, company = at.companyId) =>
  (await as(at.admin).call(routes.users.list, { params: { company } })).body.users
const find = async (at: At, id: string) => (await usersOf(at)).find(({ _id }) => _id === id)
const openFor = (at: At, who: { user?: string; contact?: Contact }) =>
  as(at.staff).call(routes.tickets.openOnBehalf, {
    params: { company: at.companyId },
    body: {
      title: 'Mil ısınıyor',
      machine: at.companyMachineId,
      message: 'Telefonda anlattı: on dakikada ısınıyor.',
      ...(who.user ? { user: who.user } : { contact: { ...deniz, ...who.contact } }),
    },
  })
/** The mails to the author of a ticket that the team has opened and answered. */
async function answeredMails(at: At, ticket: string, email: string) {
  await waitForReactions(owner)
  await sendMailsTo(owner, email)
  await mails.to(email)
  await as(at.staff).call(routes.tickets.reply, {
    params: { ticket },
    body: { contents: 'Yağı değiştirin.' },
  })
  await waitForReactions(owner)
  await sendMailsTo(owner, email)
  return mails.to(email, 2)
}
const join = async (visitor: Person, email: string, link: URL) => {
  const body = { token: link.searchParams.get('token') ?? '', email, password }
  expect((await as(visitor).call(routes.sessions.activate, { body })).status).toBe(200)
  const { body: session } = await as(visitor).call(routes.sessions.login, {
    body: { email, password },
  })
  return { ...visitor, email, token: (session as { token: string }).token }
}

describe('a contact', () => {
  test('is added by the team with a telephone number, and stands among the users of the company', async () => {
    const at = await fixtures.company()
    const { status, body } = await add(at)
    expect([status, body]).toMatchObject([
      200,
      { ...deniz, email: '', contact: true, pending: false, undeliverable: false },
    ])
    expect(await find(at, body._id)).toEqual(body)
  })

  test('needs a telephone number or an e-mail', async () => {
    const at = await fixtures.company()
    const refused = await add(at, { phone: '' })
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { errors: [{ path: 'phone', msg: 'Bir telefon numarası ya da e-posta adresi yazın.' }] },
    ])
    expect((await add(at, { phone: '', email: newEmail() })).status).toBe(200)
  })

  test('without an e-mail is found by name, beside others without one', async () => {
    const at = await fixtures.company()
    await add(at)
    await add(at, { name: 'Irmak' })
    const { body } = await as(at.staff).call(routes.users.listForStaff, {
      params: { company: at.companyId },
      query: { search: 'ırmak su', sort: 'email' },
    })
    expect(body.users.map(({ name }) => name)).toEqual(['Irmak'])
  })

  test('with the e-mail of a user of the company, or of the team, is refused', async () => {
    const at = await fixtures.company()
    for (const [email, message] of [
      [at.member.email, 'Bu e-posta adresi zaten bu firmanın kullanıcısı.'],
      [at.staff.email, expect.stringContaining('ekibinizden birine ait')],
    ]) {
      const refused = await add(at, { email: email as string })
      expect([refused.status, refused.body.message]).toEqual([409, message])
    }
  })

  test('gives nobody who has a login access to one more company', async () => {
    const at = await fixtures.company()
    const other = await fixtures.company(at)
    const refused = await add(at, { email: other.member.email })
    expect([refused.status, refused.body.message]).toMatchObject([
      409,
      expect.stringContaining('bir yönetici davet edebilir'),
    ])
    const { body } = await as(other.member).call(routes.companies.accounts)
    expect(body.accounts.map(({ _id }) => _id)).toEqual([other.companyId])
  })

  test('of another company becomes one of both, under the newest name', async () => {
    const at = await fixtures.company()
    const other = await fixtures.company(at)
    const email = newEmail()
    const { body } = await add(at, { email, name: 'Dneiz' })
    const again = await add(at, { email, phone: '' }, at.staff, other.companyId)
    expect(again.body).toMatchObject({ ...deniz, _id: body._id, contact: true })
    expect((await add(at, { email })).status).toBe(409)
  })

  test('is in the audit with who added them', async () => {
    const at = await fixtures.company()
    await add(at)
    const { entries } = (await as(at.admin).call(routes.audit.list)).body
    expect(entries[0]).toMatchObject({
      action: 'users.createContact',
      subject: 'Deniz Su',
      user: at.staff.userId,
    })
  })

  test('is removed as a user is, without an e-mail too', async () => {
    const at = await fixtures.company()
    const { body } = await add(at)
    const params = { company: at.companyId, user: body._id }
    const remove = (email: string) =>
      as(at.admin).call(routes.users.remove, { params, body: { email } })
    expect((await remove(newEmail())).status).toBe(409)
    expect((await remove('')).status).toBe(200)
    expect(await find(at, body._id)).toBeUndefined()
  })

  test('is corrected without an invitation, and may lose the e-mail but not both ways to be reached', async () => {
    const at = await fixtures.company()
    const { body } = await add(at)
    const params = { company: at.companyId, user: body._id }
    const update = (change: object) =>
      as(at.admin).call(routes.users.update, { params, body: change })
    const email = newEmail()
    expect((await update({ email, department: 'Bakım' })).body).toMatchObject({
      message: 'Güncelleme başarılı.',
      email,
      contact: true,
      pending: false,
    })
    expect((await update({ email: '', phone: '' })).status).toBe(400)
    expect((await update({ email: '' })).status).toBe(200)
    expect(await find(at, body._id)).toMatchObject({ email: '', department: 'Bakım' })
    expect((await mails.all()).filter(({ to }) => to?.[0]?.address === email)).toEqual([])
  })

  test('who is a user with a login cannot lose the e-mail', async () => {
    const at = await fixtures.company()
    const { status, body } = await as(at.admin).call(routes.users.update, {
      params: { company: at.companyId, user: at.member.userId },
      body: { email: '' },
    })
    expect([status, body]).toMatchObject([400, { errors: [{ path: 'email' }] }])
  })
})

describe('a ticket for a contact', () => {
  test('is opened with the new contact in one step, as theirs', async () => {
    const at = await fixtures.company()
    const { status, body } = await openFor(at, {})
    expect([status, body]).toMatchObject([
      200,
      { createdByName: 'Deniz Su', contact: { phone: deniz.phone, email: '' } },
    ])
    expect(await find(at, body.createdBy)).toMatchObject({ ...deniz, contact: true })
    const { body: context } = await as(at.staff).call(routes.tickets.context, {
      params: { ticket: body._id },
    })
    expect(context.requester).toMatchObject({ phone: deniz.phone, email: '', contact: true })
    const { entries } = (await as(at.admin).call(routes.audit.list)).body
    expect(
      entries
        .map(({ action }) => action)
        .slice(0, 2)
        .sort(),
    ).toEqual(['tickets.openOnBehalf', 'users.createContact'])
  })

  test('that is refused leaves no contact', async () => {
    const at = await fixtures.company()
    const before = await usersOf(at)
    const { status } = await as(at.staff).call(routes.tickets.openOnBehalf, {
      params: { company: at.companyId },
      body: { title: 'Titriyor', machine: randomUUID(), message: 'Bakın', contact: deniz },
    })
    expect(status).toBe(404)
    expect(await usersOf(at)).toEqual(before)
  })

  test('is for one user or one contact, not for both or nobody', async () => {
    const at = await fixtures.company()
    const body = { title: 'Titriyor', machine: at.companyMachineId, message: 'Bakın' }
    for (const who of [{}, { user: at.member.userId, contact: deniz }]) {
      const refused = await as(at.staff).call(routes.tickets.openOnBehalf, {
        params: { company: at.companyId },
        body: { ...body, ...who },
      })
      expect([refused.status, refused.body]).toMatchObject([400, { errors: [{ path: 'user' }] }])
    }
  })

  test('tells a customer nothing of how its author is reached', async () => {
    const at = await fixtures.company()
    const { body } = await openFor(at, {})
    const read = await as(at.member).call(routes.tickets.getOfAccount, {
      params: { company: at.companyId, ticket: body._id },
    })
    expect(read.body.contact).toBeNull()
  })

  test('mails them the answers, without a link to a page that needs a login', async () => {
    const at = await fixtures.company()
    const email = newEmail()
    const { body } = await openFor(at, { contact: { email } })
    const [opened, answered] = await answeredMails(at, body._id, email)
    expect(opened?.text).toContain('bu talebi sizin adınıza açtı')
    expect(answered?.text).toContain('Yağı değiştirin.')
    expect(answered?.text).toContain('Bu e-postayı yanıtlayarak yazabilirsiniz')
    for (const mail of [opened, answered]) {
      const links = `${mail?.html} ${mail?.text}`.match(/https?:\/\/[^\s"<]+/g) ?? []
      expect(links.filter(link => !link.includes('/unsubscribe?'))).toEqual([])
    }
  })

  test('mails nobody where they have no e-mail', async () => {
    const at = await fixtures.company()
    const { body } = await openFor(at, {})
    await waitForReactions(owner)
    const { rows } = await owner.query('select id from notifications where user_id = $1', [
      body.createdBy,
    ])
    expect(rows).toEqual([])
  })

  test('has what they answer by mail as their message', async () => {
    const at = await fixtures.company()
    const email = newEmail()
    const { body } = await openFor(at, { contact: { email } })
    const [, answered] = await answeredMails(at, body._id, email)
    await send({ email }, answered?.replyTo?.[0]?.address ?? '', { text: 'Düzeldi, sağ olun.' })
    await settled(at, 1)
    const read = await as(at.staff).call(routes.tickets.get, { params: { ticket: body._id } })
    expect(read.body.conversation.at(-1)).toMatchObject({
      message: 'Düzeldi, sağ olun.',
      user: body.createdBy,
      byMail: true,
    })
  })
})

describe('a mail of a contact', () => {
  const write = async (at: At, email: string, text: string) => {
    await send({ email }, `${at.domain}@reply.tezgah.test`, { subject: 'Kayış koptu', text })
    return (await settled(at, 1))[0]
  }

  test('opens a ticket that is theirs', async () => {
    const at = await fixtures.company()
    const email = newEmail()
    const { body } = await add(at, { email })
    expect(await write(at, email, 'Sabah kayış koptu.')).toMatchObject({
      state: 'filed',
      userId: body._id,
    })
    const [confirmation] = await mails.to(email)
    expect(confirmation?.text).toContain('E-postanız talep olarak açıldı')
    expect(confirmation?.text).not.toMatch(/https?:/)
  })

  test('that names no machine is asked for it, and waits for the team where there is none', async () => {
    const at = await fixtures.company()
    await as(at.admin).call(routes.machines.assign, {
      params: { company: at.companyId },
      body: { machine: at.machineId, serialNumber: 'TRN-1453', dateOfPurchase: '2026-02-28' },
    })
    const email = newEmail()
    await add(at, { email })
    expect(await write(at, email, 'Kayış koptu.')).toMatchObject({ state: 'answered' })
    const [question] = await mails.to(email)
    expect(question?.text).toContain('• İnci Torna · TRN-1453')
    expect(question?.text).not.toMatch(/https?:/)

    const second = await fixtures.company()
    await owner.query('update company_machines set date_removed = now() where vendor_id = $1', [
      second.vendorId,
    ])
    const other = newEmail()
    await add(second, { email: other })
    expect(await write(second, other, 'Kayış koptu.')).toMatchObject({
      state: 'held',
      reason: 'machineUnknown',
    })
  })

  test('without a sender is not that of a contact without an e-mail', async () => {
    const at = await fixtures.company()
    await add(at)
    await send({ email: '' }, `${at.domain}@reply.tezgah.test`, { from: '', text: 'Kayış koptu.' })
    const [mail] = await settled(at, 1)
    expect([mail?.state === 'filed', mail?.userId]).toEqual([false, null])
  })
})

describe('a contact has no login', () => {
  test('so a password is neither known nor reset, as of an unknown address', async () => {
    const at = await fixtures.company()
    const email = newEmail()
    const { body } = await add(at, { email })
    for (const address of [email, newEmail()]) {
      const login = await as(at.visitor).call(routes.sessions.login, {
        body: { email: address, password },
      })
      expect([login.status, login.body]).toMatchObject([401, { name: 'InvalidCredentialsError' }])
      const forgot = await as(at.visitor).call(routes.sessions.forgot, { body: { email: address } })
      expect(forgot.status).toBe(200)
    }
    await waitForReactions(owner)
    const { rows } = await owner.query('select purpose from activations where user_id = $1', [
      body._id,
    ])
    expect(rows).toEqual([])
    expect((await mails.all()).some(({ to }) => to?.[0]?.address === email)).toBe(false)
  })

  test('and the database refuses them a password, and others to be without an e-mail', async () => {
    const at = await fixtures.company()
    const { body } = await add(at)
    for (const change of ["password_hash = 'x'", "role = 'staff'", 'is_contact = false'])
      await expect(
        owner.query(`update users set ${change} where id = $1`, [body._id]),
      ).rejects.toThrow(/violates check constraint/)
  })

  test('so nothing but mails reaches them: neither a session, a push nor a stream is theirs', async () => {
    const at = await fixtures.company()
    const email = newEmail()
    const { body: ticket } = await openFor(at, { contact: { email } })
    await answeredMails(at, ticket._id, email)
    const { rows } = await owner.query<{ table: string; column: string }>(
      `select table_name as table, column_name as column from information_schema.columns
        where table_schema = 'public' and data_type = 'uuid' and column_name = any($1)`,
      [['user_id', 'assignee_id', 'recorded_by', 'created_by', 'uploader_id']],
    )
    const found = await Promise.all(
      rows.map(async ({ table, column }) => {
        const { rowCount } = await owner.query(`select from ${table} where ${column} = $1`, [
          ticket.createdBy,
        ])
        return rowCount === 0 ? [] : [table]
      }),
    )
    expect(found.flat().sort()).toEqual([
      'memberships',
      'messages',
      'notifications', // what the mails told
      'reply_tokens',
      'tickets',
    ])
  })

  test('but all other rules of a member: no company of another vendor takes them', async () => {
    const at = await fixtures.company()
    const other = await fixtures.company()
    expect((await add(at, {}, at.staff, other.companyId)).status).toBe(404)
    expect((await add(at, {}, at.member)).status).toBe(403)
  })
})

describe('a contact who is invited', () => {
  const remind = (at: At, user: string, email?: string) =>
    as(at.admin).call(routes.users.remind, {
      params: { company: at.companyId, user },
      ...(email !== undefined && { body: { email } }),
    })

  test('finds their tickets after setting a password', async () => {
    const at = await fixtures.company()
    const email = newEmail()
    const { body: ticket } = await openFor(at, { contact: { email } })
    const invited = await remind(at, ticket.createdBy)
    expect(invited.status).toBe(200)
    expect(await find(at, ticket.createdBy)).toMatchObject({ contact: true, pending: true })
    const user = await join(at.visitor, email, new URL(invited.body.activationLink as string))
    expect(await find(at, ticket.createdBy)).toMatchObject({ contact: false, pending: false })
    const list = await as(user).call(routes.tickets.listOfAccount, {
      params: { company: at.companyId },
    })
    expect(list.body.tickets.map(({ _id }) => _id)).toEqual([ticket._id])
  })

  test('has mails about their tickets meanwhile', async () => {
    const at = await fixtures.company()
    const email = newEmail()
    const { body: ticket } = await openFor(at, { contact: { email } })
    await remind(at, ticket.createdBy)
    await mails.to(email) // the invitation
    await answeredMails(at, ticket._id, email)
    const texts = (await mails.to(email, 3)).map(({ text }) => text)
    expect(texts.filter(text => text?.includes('Yağı değiştirin.'))).toHaveLength(1)
  })

  test('without an e-mail is invited at the one that is given, which is theirs from then on', async () => {
    const at = await fixtures.company()
    const { body } = await add(at)
    const refused = await remind(at, body._id)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Bu kişinin e-posta adresi yok; davetin gönderileceği adresi yazın.',
    ])
    const taken = await remind(at, body._id, at.member.email)
    expect(taken.status).toBe(409)
    const email = newEmail()
    const { body: invited } = await remind(at, body._id, email)
    await join(at.visitor, email, new URL(invited.activationLink as string))
  })

  test('by the form of an invitation is the same user, at another company too', async () => {
    const at = await fixtures.company()
    const other = await fixtures.company(at)
    const [first, second] = [newEmail(), newEmail()]
    const invite = (email: string, company: string) =>
      as(at.admin).call(routes.users.invite, {
        params: { company },
        body: { name: 'Deniz', surname: 'Su', email, department: 'Bakım' },
      })
    for (const [email, company] of [
      [first, at.companyId],
      [second, other.companyId],
    ] as const) {
      const { body } = await add(at, { email })
      const { status, body: invited } = await invite(email, company)
      expect([status, invited]).toMatchObject([
        200,
        { _id: body._id, phone: deniz.phone, department: 'Bakım', pending: true },
      ])
      expect((await invite(email, company)).status).toBe(409)
    }
  })

  test('stays a contact when the invitation is revoked, whose link then ends', async () => {
    const at = await fixtures.company()
    const email = newEmail()
    const { body } = await add(at, { email })
    const { body: invited } = await remind(at, body._id)
    const params = { company: at.companyId, user: body._id }
    await as(at.admin).call(routes.users.remove, { params, body: { email, pending: true } })
    expect(await find(at, body._id)).toMatchObject({ contact: true, pending: false })
    const token = new URL(invited.activationLink as string).searchParams.get('token') ?? ''
    const late = await as(at.visitor).call(routes.sessions.activate, {
      body: { token, email, password },
    })
    expect(late.status).toBe(400)
  })
})
