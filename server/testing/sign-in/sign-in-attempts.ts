import { routes } from '#contract/routes.ts'
import { password } from '#testing/fixtures.ts'
import type { Person, TestPortal } from '#testing/portal.ts'

// Many calls at a portal, to reach its limits.

export function signInAttemptsIn({ as, http: portalHttp }: Pick<TestPortal, 'as' | 'http'>) {
  return {
    signIn: (at: Person, email: string, secret: string) =>
      as(at).call(routes.sessions.login, { body: { email, password: secret } }),
    /** Signs in from an address. */
    signInFrom: (
      remoteAddress: string,
      { domain, email }: { domain: string; email: string },
      secret = password,
      http = portalHttp,
    ) =>
      http.inject({
        method: 'POST',
        url: `/api/v1/domain/${domain}/user/login`,
        payload: { email, password: secret },
        remoteAddress,
      }),
  }
}

/** Makes `count` requests, eight at a time; returns how many got each status. */
export async function countStatuses(
  count: number,
  make: (i: number) => Promise<{ statusCode: number }>,
) {
  const counts: Record<number, number> = {}
  let next = 0
  const worker = async () => {
    while (next < count) {
      const { statusCode } = await make(next++)
      counts[statusCode] = (counts[statusCode] ?? 0) + 1
    }
  }
  await Promise.all([...Array(8)].map(worker))
  return counts
}

/** Calls `make` so many times, one after the other. */
export async function times<T>(count: number, make: () => Promise<T>) {
  const results = []
  for (let i = 0; i < count; i++) results.push(await make())
  return results
}
