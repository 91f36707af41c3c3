import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { TicketPriority } from '#contract/tickets.ts'
import { supportEndDay, warrantyEndDay } from '#testing/days.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { sharedPortal } from '#testing/portal.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as, owner } = portal

test('a ticket is opened with its first message, answered, closed and archived', async () => {
  const { member, staff, companyId, ticketId } = await fixtures.ticket()
  const answered = await as(staff).call(routes.tickets.reply, {
    params: { ticket: ticketId },
    body: { contents: 'Yağ seviyesine bakar mısınız?' },
  })
  expect(answered.status).toBe(200)
  const seen = await as(member).call(routes.tickets.getOfAccount, {
    params: { company: companyId, ticket: ticketId },
  })
  expect(seen.body.conversation.map(message => [message.isStaff, message.message])).toEqual([
    [false, 'İş mili on dakikada ısınıyor.'],
    [true, 'Yağ seviyesine bakar mısınız?'],
  ])
  const closed = await as(member).call(routes.tickets.changeOfAccount, {
    params: { company: companyId, ticket: ticketId },
    body: { status: 'closed' },
  })
  expect(closed.body).toEqual({ message: 'Talep kapatıldı.' })
  const archived = await as(staff).call(routes.tickets.change, {
    params: { ticket: ticketId },
    body: { status: 'archived' },
  })
  expect(archived.body).toEqual({ message: 'Talep arşivlendi.', changed: true })
})

test('the team sees on a ticket to whom of it and of the company mail does not arrive, customers do not', async () => {
  const at = await fixtures.ticket()
  const stranger = await fixtures.company(at)
  const seenBy = async (reader: 'staff' | 'member') => {
    const params = { company: at.companyId, ticket: at.ticketId }
    return reader === 'staff'
      ? (await as(at.staff).call(routes.tickets.get, { params })).body.undeliverable
      : (await as(at.member).call(routes.tickets.getOfAccount, { params })).body.undeliverable
  }
  expect(await seenBy('staff')).toEqual([])
  for (const { userId } of [at.member, at.admin, stranger.member])
    await owner.query('insert into undeliverable_addresses (vendor_id, user_id) values ($1, $2)', [
      at.vendorId,
      userId,
    ])
  expect(await seenBy('staff')).toEqual([at.member.userId, at.admin.userId].sort())
  expect(await seenBy('member')).toEqual([])
})

describe('a new ticket', () => {
  test('is returned as it is read afterwards', async () => {
    const { member, companyId, companyName, companyMachineId, domain } = await fixtures.company()
    const body = { title: ' Mil ısınıyor ', machine: companyMachineId, message: 'On dakikada' }
    const opened = await as(member).call(routes.tickets.open, {
      params: { company: companyId },
      body,
    })
    const { conversation, ...ticket } = opened.body
    expect(ticket).toEqual({
      _id: expect.any(String),
      number: 1001,
      title: 'Mil ısınıyor',
      status: 'open',
      dateCreated: expect.any(String),
      dateClosed: null,
      domain,
      company: companyId,
      companyName,
      machine: companyMachineId,
      machineName: 'İnci Torna',
      serialNumber: expect.stringMatching(/^SN-/),
      createdBy: member.userId,
      createdByName: 'Işıl Yılmaz',
      mergedInto: null,
      merges: [],
      recordedByName: null,
      dateLastMessage: conversation[0]?.dateAdded,
      lastMessageIsStaff: false,
      awaitsReply: true,
      isUnread: false,
      assignee: null,
      assigneeName: null,
      waitingFor: 'team',
      priority: 'normal',
      dateSnoozed: null,
      dateWaiting: expect.any(String),
      dateDue: null,
      callBack: '',
      dateRead: null,
      closedByName: null,
      dateArchived: null,
      archivedByName: null,
      dateOfWarrantyEnd: warrantyEndDay,
      dateSupportEnd: supportEndDay,
      following: 'default',
      followers: [],
      language: null,
      contact: null,
      undeliverable: [],
      reopenDays: 14,
      dateReopenEnd: null,
      changes: [],
      continues: null,
      continuedBy: null,
    })
    expect(conversation).toEqual([
      {
        _id: expect.any(String),
        dateAdded: expect.any(String),
        user: member.userId,
        userName: 'Işıl Yılmaz',
        recordedBy: null,
        recordedByName: null,
        message: 'On dakikada',
        isStaff: false,
        byMail: false,
        dateRetracted: null,
        dateRetractEnd: expect.any(String),
        files: [],
      },
    ])
    expect(
      (
        await as(member).call(routes.tickets.getOfAccount, {
          params: { company: companyId, ticket: ticket._id },
        })
      ).body,
    ).toEqual(opened.body)
  })

  test.each(['member', 'admin', 'operator'] as const)(
    'of any priority is returned to its %s as it is read afterwards',
    async by => {
      const at = await fixtures.company()
      const params = { company: at.companyId }
      await fixtures.join(at.vendorId, at.admin.userId, at.companyId)
      await owner.query('update vendors set reopen_days = 30 where vendor_id = $1', [at.vendorId])
      const target = { first: 90, next: null }
      const current = (await as(at.admin).call(routes.vendors.targets)).body
      const { isUpdating: _, ...targets } = { ...current, standing: target, normal: target }
      await as(at.admin).call(routes.vendors.changeTargets, { body: targets })
      for (const priority of TicketPriority.options) {
        const { status, body } = await as(at[by]).call(routes.tickets.open, {
          params,
          body: {
            title: ' Mil ısınıyor ',
            machine: at.companyMachineId.toUpperCase(),
            priority,
            message: '\tOn dakikada,\n  her gün 🔥 ',
          },
        })
        const read = await as(at[by]).call(routes.tickets.getOfAccount, {
          params: { ...params, ticket: body._id },
        })
        expect([status, body]).toEqual([200, read.body])
        expect([body.priority, body.dateDue === null, body.reopenDays]).toEqual([
          priority,
          targets[priority].first === null,
          30,
        ])
      }
    },
  )

  test('on a machine of another company is refused as not found, also above the quota', async () => {
    const at = await fixtures.ticket()
    const other = await fixtures.company(at)
    await owner.query('update vendors set file_quota = 1 where vendor_id = $1', [at.vendorId])
    const open = (machine: string) =>
      as(at.member).call(routes.tickets.open, {
        params: { company: at.companyId },
        body: { title: 'Mil ısınıyor', machine, message: 'On dakikada' },
      })
    expect((await open(at.companyMachineId)).status).toBe(409)
    expect((await open(other.companyMachineId)).status).toBe(404)
    await owner.query('update vendors set file_quota = null where vendor_id = $1', [at.vendorId])
    const { body } = await open(at.companyMachineId)
    expect(body.number).toBe(1002)
  })

  test('may be opened without a message, as the older screens do', async () => {
    const { member, companyId, companyMachineId } = await fixtures.company()
    const { status, body } = await as(member).call(routes.tickets.open, {
      params: { company: companyId },
      body: { title: 'Titriyor', machine: companyMachineId },
    })
    expect([status, body.conversation, body.dateLastMessage, body.lastMessageIsStaff]).toEqual([
      200,
      [],
      null,
      false,
    ])
  })

  test('without a message can be closed, read, listed, found, reopened and archived', async () => {
    const { member, staff, companyId, companyMachineId } = await fixtures.company()
    const params = { company: companyId }
    const opened = await as(member).call(routes.tickets.open, {
      params,
      body: { title: 'Mil ısınıyor', machine: companyMachineId },
    })
    const ticket = opened.body._id
    const statuses = async () => {
      const answers = await Promise.all([
        as(member).call(routes.tickets.getOfAccount, { params: { ...params, ticket } }),
        as(member).call(routes.tickets.listOfAccount, { params }),
        as(member).call(routes.tickets.listOfAccount, { params, query: { archived: 'true' } }),
        as(member).call(routes.home.ofAccount),
        as(staff).call(routes.tickets.get, { params: { ticket } }),
        as(staff).call(routes.tickets.list, { query: { page: '0', status: 'closed' } }),
        as(staff).call(routes.tickets.list, { query: { page: '0', search: 'ısınıyor' } }),
        as(staff).call(routes.home.ofTeam),
      ])
      return answers.map(({ status }) => status)
    }
    for (const status of ['closed', 'open', 'closed', 'archived', 'open'] as const) {
      const changed = await as(staff).call(routes.tickets.change, {
        params: { ticket },
        body: { status },
      })
      expect([status, changed.status, await statuses()]).toEqual([status, 200, Array(8).fill(200)])
    }
  })

  test.each([
    ['a file that is not there', async () => '0198a5a0-0000-7000-8000-000000000000'],
    [
      'another user’s file',
      async (at: Awaited<ReturnType<typeof fixtures.company>>) => fixtures.upload(at.admin),
    ],
  ])('with %s is not opened at all', async (_, file) => {
    const fixture = await fixtures.company()
    const { member, companyId, companyMachineId } = fixture
    const { status } = await as(member).call(routes.tickets.open, {
      params: { company: companyId },
      body: {
        title: 'Titriyor',
        machine: companyMachineId,
        message: 'Bakın',
        files: [await file(fixture)],
      },
    })
    expect(status).toBe(404)
    const { rows } = await owner.query('select from tickets where company_id = $1', [companyId])
    expect(rows).toEqual([])
  })

  test.each([
    ['no title', { title: ' ', message: 'Bakın' }, 'title'],
    ['an empty message', { title: 'Titriyor', message: ' \n ' }, 'message'],
    [
      'a file and no message',
      { title: 'Titriyor', files: ['0198a5a0-0000-7000-8000-000000000000'] },
      'message',
    ],
    [
      'eleven files',
      {
        title: 'Titriyor',
        message: 'Bakın',
        files: Array.from({ length: 11 }, (_, i) => `0198a5a0-0000-7000-8000-0000000000${i + 10}`),
      },
      'files',
    ],
  ])('with %s is refused, and the field is named', async (_, body, path) => {
    const { member, companyId, companyMachineId } = await fixtures.company()
    const answer = await as(member).call(routes.tickets.open, {
      params: { company: companyId },
      body: { machine: companyMachineId, ...body },
    })
    expect([answer.status, answer.body.errors?.map(error => error.path)]).toEqual([400, [path]])
  })
})

describe('a message', () => {
  test('is kept letter by letter, and is never more than text', async () => {
    const { member, companyId, ticketId } = await fixtures.ticket()
    const contents = '<img src=x onerror=alert(1)>\n\t& “İĞÜŞÖÇ ığüşöç” 🛠\nson satır'
    const params = { company: companyId, ticket: ticketId }
    const { body: written } = await as(member).call(routes.tickets.replyOfAccount, {
      params,
      body: { contents: `  ${contents}\n` },
    })
    const { body } = await as(member).call(routes.tickets.getOfAccount, { params })
    expect([written.message, body.conversation.at(-1)?.message]).toEqual([contents, contents])
  })

  test('updates the time and the side of its ticket’s last message', async () => {
    const { member, staff, companyId, ticketId } = await fixtures.ticket()
    const last = async () => {
      const { body } = await as(staff).call(routes.tickets.list)
      return [body.tickets[0]?.dateLastMessage, body.tickets[0]?.lastMessageIsStaff]
    }
    const { body: answer } = await as(staff).call(routes.tickets.reply, {
      params: { ticket: ticketId },
      body: { contents: 'Bakıyoruz' },
    })
    expect(await last()).toEqual([answer.dateAdded, true])
    const params = { company: companyId, ticket: ticketId }
    const { body: thanks } = await as(member).call(routes.tickets.replyOfAccount, {
      params,
      body: { contents: 'Teşekkürler' },
    })
    expect(await last()).toEqual([thanks.dateAdded, false])
  })

  test('of many written at once is never lost, and both sides see one order', async () => {
    const { member, staff, companyId, ticketId } = await fixtures.ticket()
    const params = { company: companyId, ticket: ticketId }
    const texts = Array.from({ length: 8 }, (_, i) => `Mesaj ${i}`)
    const write = (contents: string, i: number) =>
      i % 2 === 0
        ? as(member).call(routes.tickets.replyOfAccount, { params, body: { contents } })
        : as(staff).call(routes.tickets.reply, { params: { ticket: ticketId }, body: { contents } })
    await Promise.all<unknown>(texts.map(write))
    const asMember = (await as(member).call(routes.tickets.getOfAccount, { params })).body
      .conversation
    const asStaff = (await as(staff).call(routes.tickets.get, { params: { ticket: ticketId } }))
      .body.conversation
    expect(
      asMember
        .map(({ message }) => message)
        .slice(1)
        .sort(),
    ).toEqual(texts)
    expect(asMember.map(({ dateAdded }) => dateAdded)).toEqual(
      asMember.map(({ dateAdded }) => dateAdded).sort(),
    )
    expect(asStaff.map(({ _id }) => _id)).toEqual(asMember.map(({ _id }) => _id))
  })
})

describe('a ticket is seen', () => {
  test('by every member of its company', async () => {
    const { vendorId, domain, companyId, ticketId } = await fixtures.ticket()
    const colleague = await fixtures.person({ vendorId, domain }, 'customer')
    await fixtures.join(vendorId, colleague.userId, companyId)
    const { body } = await as(colleague).call(routes.tickets.listOfAccount, {
      params: { company: companyId },
    })
    expect(body.tickets.map(({ _id }) => _id)).toEqual([ticketId])
  })

  test('through its own account only, by a member of two', async () => {
    const { member, companyId, ticketId, ...first } = await fixtures.ticket()
    const second = await fixtures.company(first)
    await fixtures.join(first.vendorId, member.userId, second.companyId)
    const params = { company: second.companyId, ticket: ticketId }
    expect((await as(member).call(routes.tickets.getOfAccount, { params })).status).toBe(404)
    expect(
      (
        await as(member).call(routes.tickets.replyOfAccount, {
          params,
          body: { contents: 'Selam' },
        })
      ).status,
    ).toBe(404)
    expect(
      (
        await as(member).call(routes.tickets.getOfAccount, {
          params: { ...params, company: companyId },
        })
      ).status,
    ).toBe(200)
  })

  test('no longer by a user who was removed from its company', async () => {
    const { member, admin, companyId, ticketId, ...first } = await fixtures.ticket()
    const second = await fixtures.company({ ...first, admin })
    await fixtures.join(first.vendorId, member.userId, second.companyId)
    await as(admin).call(routes.users.remove, {
      params: { company: companyId, user: member.userId },
      body: { email: member.email },
    })
    expect(
      (
        await as(member).call(routes.tickets.getOfAccount, {
          params: { company: companyId, ticket: ticketId },
        })
      ).status,
    ).toBe(404)
  })

  test('by an address that names it alone, and its company is told to authorised users only', async () => {
    const fixture = await fixtures.ticket()
    const { member, staff, companyId, ticketId } = fixture
    const neighbour = await fixtures.company(fixture)
    const find = async (person: typeof member) => {
      const { status, body } = await as(person).call(routes.tickets.find, {
        params: { ticket: ticketId },
      })
      return [status, body.company]
    }
    expect([await find(member), await find(staff)]).toEqual(Array(2).fill([200, companyId]))
    expect(await find(neighbour.member)).toEqual([404, undefined])
  })

  test('by an operator on either side', async () => {
    const { operator, companyId, ticketId } = await fixtures.ticket()
    const params = { company: companyId, ticket: ticketId }
    expect((await as(operator).call(routes.tickets.getOfAccount, { params })).body._id).toBe(
      ticketId,
    )
    expect(
      (
        await as(operator).call(routes.tickets.replyOfAccount, {
          params,
          body: { contents: 'Selam' },
        })
      ).body.isStaff,
    ).toBe(false)
    expect(
      (
        await as(operator).call(routes.tickets.reply, {
          params: { ticket: ticketId },
          body: { contents: 'Selam' },
        })
      ).body.isStaff,
    ).toBe(true)
  })
})
