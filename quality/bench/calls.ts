import type { LoadRequest } from './load.ts'
import { domain, type SeededUser } from './seed.ts'
import type { Thread } from './texts.ts'

export const callNames = [
  'list, team',
  'list, account',
  'ticket',
  'create',
  'reply',
  'user/me',
] as const
/** The measured calls; lists have 20 rows a page. */
export type CallName = (typeof callNames)[number]

/** A request, and the named values that its SQL statements may use. */
export type CallRequest = LoadRequest & { parameters: Record<string, unknown> }
export type SignedInUser = SeededUser & { token: string; draftKey: string }
export type People = { team: SignedInUser[]; customers: SignedInUser[] }

/** Requests of one call by many users about many tickets: no
 * two connections use the same ticket at once. */
export function requestsOf(
  call: CallName,
  { team, customers }: People,
  threads: Thread[],
): CallRequest[] {
  const users = call === 'list, team' || call === 'reply' ? team : customers
  return users.flatMap((person, i) =>
    requests[call](person, threads, i).map(request => ({ ...request, token: person.token })),
  )
}

const base = `/api/v1/domain/${domain}`
const page = { limit: 20, offset: 0 }

const requests: Record<
  CallName,
  (person: SignedInUser, threads: Thread[], i: number) => Omit<CallRequest, 'token'>[]
> = {
  'list, team': ({ userId, sessionId }) => [
    get('/staff/ticket?page=0&size=20', { userId, sessionId, ...page }),
  ],
  'list, account': ({ userId, sessionId, company }) => [
    get(`/account/${company}/ticket?page=0&size=20`, { userId, sessionId, company, ...page }),
  ],
  ticket: ({ userId, sessionId, company, tickets }) =>
    tickets.map(ticket =>
      get(`/account/${company}/ticket/${ticket}`, { userId, sessionId, company, ticket }),
    ),
  create: ({ userId, sessionId, company, machine }, threads, i) =>
    [0, 1, 2, 3].map(k => {
      // a different thread for each
      const { title, messages } = threads[((4 * i + k) * 7919) % threads.length] as Thread
      const message = messages[0]
      const body = { title, machine, message }
      return post(`/account/${company}/ticket`, body, { userId, sessionId, company, ...body })
    }),
  reply: ({ userId, sessionId, tickets }, threads) =>
    tickets.map((ticket, i) => {
      const message = threads[i % threads.length]?.messages[1]
      return post(
        `/staff/ticket/${ticket}/message`,
        { contents: message },
        { userId, sessionId, ticket, message },
      )
    }),
  'user/me': ({ userId, sessionId }) => [get('/user/me', { userId, sessionId })],
}

const get = (path: string, parameters: Record<string, unknown>) => ({
  method: 'GET',
  path: base + path,
  parameters,
})
const post = (path: string, body: object, parameters: Record<string, unknown>) => ({
  method: 'POST',
  path: base + path,
  body: JSON.stringify(body),
  parameters,
})
