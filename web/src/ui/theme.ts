import { useSyncExternalStore } from 'react'
import { kept } from '../kept.ts'

export type Theme = 'light' | 'dark' | 'auto'

const dark = matchMedia('(prefers-color-scheme: dark)')
const watchers = new Set<() => void>()
let chosen = read()

function read(): Theme {
  const value = kept.read('theme')
  return value === 'light' || value === 'dark' ? value : 'auto'
}

function tell() {
  for (const each of watchers) each()
}
dark.addEventListener('change', tell)

/** Chooses how the portal looks, here and from now on. index.html does the same before the first paint. */
export function chooseTheme(theme: Theme) {
  chosen = theme
  kept.write('theme', theme)
  if (theme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  tell()
}

const watch = (each: () => void) => {
  watchers.add(each)
  return () => watchers.delete(each)
}

/** What was chosen. */
export const useTheme = () => useSyncExternalStore(watch, () => chosen)

/** What that comes to: light or dark. */
export const useScheme = () => useSyncExternalStore(watch, () => (chosen === 'auto' ? (dark.matches ? 'dark' : 'light') : chosen))
