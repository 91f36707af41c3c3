import type { ReceivedMail } from '#contract/mail-in.ts'
import { routes } from '#contract/routes.ts'
import type { Message } from '#contract/tickets.ts'
import type { Client } from './portal-process.ts'

type Vendor = { client: Client; admin: string }

/** The conversations of all tickets, by their titles. */
export async function readTickets({ client, admin }: Vendor): Promise<Map<string, Message[][]>> {
  const found = new Map<string, Message[][]>()
  const rows = await readPages(page =>
    client
      .call(admin, routes.tickets.list, { query: { page, size: '100' } })
      .then(({ tickets }) => tickets),
  )
  for (const { _id: ticket, title } of rows) {
    const { conversation } = await client.call(admin, routes.tickets.get, { params: { ticket } })
    found.set(title, [...(found.get(title) ?? []), conversation])
  }
  return found
}

export const readReceivedMails = ({ client, admin }: Vendor): Promise<ReceivedMail[]> =>
  readPages(page =>
    client
      .call(admin, routes.mailIn.list, { query: { page, size: '100' } })
      .then(({ received }) => received),
  )

async function readPages<T>(read: (page: string) => Promise<T[]>): Promise<T[]> {
  const rows: T[] = []
  for (let page = 0; ; page++) {
    const next = await read(String(page))
    rows.push(...next)
    if (next.length < 100) return rows
  }
}
