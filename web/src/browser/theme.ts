import { localStore } from './localStore.ts'
import { createStore, useStore } from './store.ts'

export type Theme = 'light' | 'dark' | 'auto'

const current = createStore(readStoredTheme())

function readStoredTheme(): Theme {
  const value = localStore.read('theme')
  return value === 'light' || value === 'dark' ? value : 'auto'
}

/** Applies and stores the theme; index.html applies the stored one before the first paint. */
export function chooseTheme(theme: Theme) {
  localStore.write('theme', theme)
  if (theme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  current.set(theme)
}

export const useTheme = () => useStore(current)
