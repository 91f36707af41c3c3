import { useSyncExternalStore } from 'react'
import { localStore } from './localStore.ts'

export type Theme = 'light' | 'dark' | 'auto'

const watchers = new Set<() => void>()
let chosen = read()

function read(): Theme {
  const value = localStore.read('theme')
  return value === 'light' || value === 'dark' ? value : 'auto'
}

/** Chooses how the portal looks, here and from now on. index.html does the same before the first paint. */
export function chooseTheme(theme: Theme) {
  chosen = theme
  localStore.write('theme', theme)
  if (theme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const tell of watchers) tell()
}

const watch = (tell: () => void) => {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

/** What was chosen. */
export const useTheme = () => useSyncExternalStore(watch, () => chosen)
