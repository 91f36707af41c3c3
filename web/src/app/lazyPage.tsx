import { useParams } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, use } from 'react'
import { CallFailed } from '../data/api.ts'

// biome-ignore lint/suspicious/noExplicitAny: a page takes what its address names, and what its branch gives
type Load = () => Promise<{ default: (given: any) => ReactNode }>

/**
 * A page whose code is loaded when it is first gone to, and again after a failure. Its props are the ids in its address, and `given`.
 * Where its code cannot be had it throws CallFailed: the server is away.
 */
export function lazyPage(load: Load, given: object = {}): ComponentType {
  let loading: ReturnType<Load> | undefined
  let loaded: Awaited<ReturnType<Load>> | undefined
  async function fetched() {
    try {
      loaded = await load()
      return loaded
    } catch {
      loading = undefined
      await reload()
      throw new CallFailed(0)
    }
  }
  const preload = () => {
    loading ??= fetched()
    return loading
  }
  const Page = () => {
    const ids = useParams({ strict: false }) as Record<string, string>
    const { default: Loaded } = loaded ?? use(preload())
    return <Loaded key={JSON.stringify(ids)} {...given} {...ids} />
  }
  return Object.assign(Page, { preload })
}

/** A server that answers and does not have the code is of another version: the address is loaded anew, though not again and again. */
async function reload() {
  const there = await fetch('/healthz', { signal: AbortSignal.timeout(5_000) }).catch(() => null)
  const last = Number(sessionStorage.getItem('reloaded') ?? 0)
  if (!there?.ok || Date.now() - last < 60_000) return
  sessionStorage.setItem('reloaded', String(Date.now()))
  location.reload()
}
