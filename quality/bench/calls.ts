import type { Ask } from './load.ts'
import { domain, type Somebody } from './seed.ts'
import type { Thread } from './texts.ts'

export const callNames = ['list, team', 'list, account', 'ticket', 'create', 'reply', 'user/me'] as const
/** What is measured: both lists by pages of 20, a ticket with its conversation, a new ticket with its message, a reply, and who one is. */
export type CallName = (typeof callNames)[number]

/** A request, and what its SQL may take from it, by names. */
export type Request = Ask & { given: Record<string, unknown> }
export type Person = Somebody & { token: string; draftKey: string }
export type People = { team: Person[]; customers: Person[] }

/** Requests of one call, of many people and about many tickets: no two connections ask about the same one at once. */
export function requestsOf(call: CallName, { team, customers }: People, threads: Thread[]): Request[] {
  const asking = call === 'list, team' || call === 'reply' ? team : customers
  return asking.flatMap((person, i) => requests[call](person, threads, i).map(request => ({ ...request, token: person.token })))
}

const base = `/api/v1/domain/${domain}`
const page = { limit: 20, offset: 0 }

const requests: Record<CallName, (person: Person, threads: Thread[], i: number) => Omit<Request, 'token'>[]> = {
  'list, team': ({ userId, sessionId }) => [get('/staff/ticket?page=0&size=20', { userId, sessionId, ...page })],
  'list, account': ({ userId, sessionId, company }) => [
    get(`/account/${company}/ticket?page=0&size=20`, { userId, sessionId, company, ...page }),
  ],
  ticket: ({ userId, sessionId, company, tickets }) =>
    tickets.map(ticket => get(`/account/${company}/ticket/${ticket}`, { userId, sessionId, company, ticket })),
  create: ({ userId, sessionId, company, machine }, threads, i) =>
    [0, 1, 2, 3].map(k => {
      const { title, messages } = threads[((4 * i + k) * 7919) % threads.length] as Thread // each writes of something else
      const message = messages[0]
      const body = { title, machine, message }
      return post(`/account/${company}/ticket`, body, { userId, sessionId, company, ...body })
    }),
  reply: ({ userId, sessionId, tickets }, threads) =>
    tickets.map((ticket, i) => {
      const message = threads[i % threads.length]?.messages[1]
      return post(`/staff/ticket/${ticket}/message`, { contents: message }, { userId, sessionId, ticket, message })
    }),
  'user/me': ({ userId, sessionId }) => [get('/user/me', { userId, sessionId })],
}

const get = (path: string, given: Record<string, unknown>) => ({ method: 'GET', path: base + path, given })
const post = (path: string, body: object, given: Record<string, unknown>) => ({
  method: 'POST',
  path: base + path,
  body: JSON.stringify(body),
  given,
})
