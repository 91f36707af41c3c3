import { pathOf, type Request, type Route } from '#contract/route.ts'

export function buildFetchRequest<R extends Route>(
  { domain, token }: { domain: string; token: string | null },
  route: R,
  { params, query, body }: Request<R> = {},
  headers: Record<string, string> = {},
): { path: string; request: RequestInit } {
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
  return {
    path: `/api/v1/domain/${domain}${pathOf(route, params)}${search}`,
    request: {
      method: route.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
  }
}
