import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { givenIn } from '#testing/given.ts'
import { openPortal } from '#testing/portal.ts'

const portal = await openPortal()
const given = givenIn(portal)
const { as } = portal

test('a ticket lives: opened with its first message, answered, closed, archived', async () => {
  const { member, staff, companyId, ticketId } = await given.ticket()
  const answered = await as(staff).call(routes.tickets.reply, {
    params: { ticket: ticketId },
    body: { contents: 'Yağ seviyesine bakar mısınız?' },
  })
  expect(answered.status).toBe(200)
  const seen = await as(member).call(routes.tickets.getOfAccount, { params: { company: companyId, ticket: ticketId } })
  expect(seen.body.conversation.map(message => [message.isStaff, message.message])).toEqual([
    [false, 'İş mili on dakikada ısınıyor.'],
    [true, 'Yağ seviyesine bakar mısınız?'],
  ])
  const closed = await as(member).call(routes.tickets.changeOfAccount, {
    params: { company: companyId, ticket: ticketId },
    body: { status: 'closed' },
  })
  expect(closed.body).toEqual({ message: 'Talep kapatıldı.' })
  const archived = await as(staff).call(routes.tickets.change, { params: { ticket: ticketId }, body: { status: 'archived' } })
  expect(archived.body).toEqual({ message: 'Talep arşivlendi.' })
})

test('lists show open and closed tickets, and the archived ones when asked', async () => {
  const { staff, member, companyId, ticketId } = await given.ticket()
  const open = await as(staff).call(routes.tickets.list)
  expect(open.body.tickets.map(ticket => ticket._id)).toEqual([ticketId])
  expect(open.body).not.toHaveProperty('total')
  const paged = await as(member).call(routes.tickets.listOfAccount, { params: { company: companyId }, query: { page: '0', size: '20' } })
  expect([paged.body.total, paged.body.tickets[0]?.machineName]).toEqual([1, 'İnci Torna'])
  const archived = await as(member).call(routes.tickets.listOfAccount, { params: { company: companyId }, query: { archived: 'true' } })
  expect(archived.body.tickets).toEqual([])
})
