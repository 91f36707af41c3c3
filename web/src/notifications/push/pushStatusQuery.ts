import { queryOptions } from '@tanstack/react-query'

/** Its code is apart from the page's: the shell loads it too, later. */
export const pushStatusQuery = queryOptions({
  queryKey: ['/user/push'],
  queryFn: async () => (await import('./push.ts')).readStatus(),
})
