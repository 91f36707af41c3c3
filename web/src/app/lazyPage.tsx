import { useParams } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, use } from 'react'
import { CallError } from '../data/api.ts'
import { useLanguage } from '../messages/current.ts'

// biome-ignore lint/suspicious/noExplicitAny: a page takes the ids of its address and the props of its route
type LoadPage = () => Promise<{ default: (props: any) => ReactNode }>

/**
 * A page whose code is loaded at the first navigation, and again after a failure. Its props are the ids in its address, and `props`.
 * @throws CallError with status 0 where the code cannot be loaded
 */
export function lazyPage(load: LoadPage, props: object = {}): ComponentType {
  let loading: ReturnType<LoadPage> | undefined
  let loaded: Awaited<ReturnType<LoadPage>> | undefined
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
    const ids = useParams({ strict: false }) as Record<string, string>
    const { default: Loaded } = loaded ?? use(preload())
    return <Loaded key={JSON.stringify(ids)} {...props} {...ids} />
  }
  return Object.assign(Page, { preload })
}

/** A server that responds but lacks the file has another version: reloads the page, at most once a minute. */
export async function reloadForNewVersion() {
  const health = await fetch('/healthz', { signal: AbortSignal.timeout(5_000) }).catch(() => null)
  const lastReload = Number(sessionStorage.getItem('reloaded') ?? 0)
  if (!health?.ok || Date.now() - lastReload < 60_000) return
  sessionStorage.setItem('reloaded', String(Date.now()))
  location.reload()
}
