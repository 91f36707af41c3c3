import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import type { Me } from '#contract/identity.ts'
import { pause } from '../browser/pause.ts'
import { parseSearch, type SearchParams, stringifySearch } from '../browser/searchParams.ts'
import { type RouteNode, routeTree, UnknownPage } from './routeTree.tsx'
import { Loading } from './shell/Loading.tsx'
import { Root } from './shell/Root.tsx'
import { RouteError } from './shell/RouteError.tsx'

/** Keeps the page that is left until the next one has its data, for at most 100 ms: an
 * empty frame would only flicker. Returns in a later task, so that the browser paints. */
async function settle(loading: Promise<unknown>, signal: AbortSignal) {
  if (!router.state.resolvedLocation) return // nothing is shown yet
  await Promise.race([pause(100, signal), Promise.all([loading, pause(0, signal)])])
}

function buildRoute(
  parent: AnyRoute,
  { path, id, crumb, area, beforeLoad, page, prefetch, children = [] }: RouteNode<string>,
): AnyRoute {
  const built: AnyRoute = createRoute({
    getParentRoute: () => parent,
    staticData: { ...(crumb && { crumb }), ...(area && { area }) },
    ...(id ? { id } : { path }),
    ...(beforeLoad && { beforeLoad }),
    ...(page && { component: page }),
    ...(prefetch && {
      preload: false, // a pointer that moves over a list does not request each of its rows
      gcTime: 0, // the loader is awaited each time; what it loads has its own cache
      loader: ({ params, context, abortController: { signal } }) =>
        // the page shows the failure
        settle(
          prefetch(params, context.me).catch(() => {}),
          signal,
        ),
    }),
  })
  return built.addChildren(children.map(child => buildRoute(built, child)))
}

// Only the root has types: a link's search is checked by the root's,
// and its path comes from `paths`, because a literal does not compile.
const root = createRootRouteWithContext<{ me?: Me }>()({
  component: Root,
  notFoundComponent: UnknownPage,
  validateSearch: (search: SearchParams) => search,
})
root.addChildren(routeTree.map(node => buildRoute(root, node)))

export const router = createRouter({
  routeTree: root,
  context: {},
  defaultPreload: 'intent',
  defaultPendingMs: 400, // a page that loads sooner shows no "Loading…"
  defaultPendingMinMs: 200,
  defaultPendingComponent: Loading,
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
  notFoundMode: 'root',
  parseSearch,
  stringifySearch,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
