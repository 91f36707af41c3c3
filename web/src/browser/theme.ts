import { useSyncExternalStore } from 'react'
import { localStore } from './localStore.ts'

export type Theme = 'light' | 'dark' | 'auto'

const listeners = new Set<() => void>()
let current = readStoredTheme()

function readStoredTheme(): Theme {
  const value = localStore.read('theme')
  return value === 'light' || value === 'dark' ? value : 'auto'
}

function setState(next: Theme) {
  current = next
  for (const listener of listeners) listener()
}

/** Applies and stores the theme; index.html applies the stored one before the first paint. */
export function chooseTheme(theme: Theme) {
  localStore.write('theme', theme)
  if (theme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  setState(theme)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const getSnapshot = () => current

export const useTheme = () => useSyncExternalStore(subscribe, getSnapshot)
