import { useMatch } from '@tanstack/react-router'
import { type ReactNode, use } from 'react'
import { localStore } from '../browser/localStore.ts'
import { CallError } from '../data/api.ts'
import { useLanguage } from '../messages/current.ts'

/** A page's component; `Ids` are the ids that its address must have. */
export type PageComponent<Ids extends string> = (() => ReactNode) & { ids?: Ids }
type RequiredKey<T> = {
  [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? never : K
}[keyof T] &
  string

/** Loads a page's code at the first navigation, and again after
 * a failure. Its props are `preset` and the ids in its address.
 * @throws CallError with status 0 where the code cannot be loaded */
export function lazyPage<
  Props extends object,
  Preset extends Partial<Props> = Record<never, never>,
>(
  load: () => Promise<{ default: (props: Props) => ReactNode }>,
  preset?: Preset,
): PageComponent<Exclude<RequiredKey<Props>, keyof Preset>> {
  type Loaded = Awaited<ReturnType<typeof load>>
  let loading: Promise<Loaded> | undefined
  let loaded: Loaded | undefined
  async function fetchPage() {
    try {
      loaded = await load()
      return loaded
    } catch {
      loading = undefined
      await reloadForNewVersion()
      throw new CallError(0)
    }
  }
  const preload = () => {
    loading ??= fetchPage()
    return loading
  }
  const Page = () => {
    useLanguage()
    const ids = useMatch({ strict: false, structuralSharing: true, select: ownIds })
    const { default: Loaded } = loaded ?? use(preload())
    return <Loaded key={JSON.stringify(ids)} {...({ ...preset, ...ids } as Props)} />
  }
  return Object.assign(Page, { preload })
}

/** Only the ids in a route's own path: the router gives it also those of the
 * pages below it, with which the portal's frame would be built again. */
const ownIds = ({ fullPath, params }: { fullPath: string; params: Record<string, string> }) =>
  Object.fromEntries(
    Object.entries(params).filter(([id]) => fullPath.split('/').includes(`$${id}`)),
  )

/** A server that responds but lacks the file has another version:
 * reloads the page where that loses nothing, at most once a minute. */
export async function reloadForNewVersion() {
  const health = await fetch('/healthz', { signal: AbortSignal.timeout(5_000) }).catch(() => null)
  if (health?.ok && !localStore.isVolatile() && canReload()) location.reload()
}

/** Notes the time of the reload. False within a minute after
 * the last one, or where the browser does not store that. */
function canReload() {
  try {
    if (Date.now() - Number(sessionStorage.getItem('reloaded') ?? 0) < 60_000) return false
    sessionStorage.setItem('reloaded', String(Date.now()))
    return true
  } catch {
    return false
  }
}
