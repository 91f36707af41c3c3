import './styles/app.ts'
import { createTheme, MantineProvider } from '@mantine/core'
import { setNonce } from 'get-nonce'
import type { ReactNode } from 'react'
import { useScheme } from './theme.ts'

/** The server's word for this one answer: only styles that carry it are let in. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
setNonce(nonce)

const fontFamily = 'inherit'
const theme = createTheme({
  fontFamily,
  headings: { fontFamily, fontWeight: '600' },
  respectReducedMotion: true,
  defaultRadius: 'md',
  radius: { sm: '4px', md: '6px', lg: '10px' },
  components: {
    Modal: { defaultProps: { centered: true, radius: 'lg', transitionProps: { duration: 120, transition: 'fade' } } },
    Drawer: { defaultProps: { transitionProps: { duration: 120 } } },
  },
})

/** Mantine's colours are ours: see theme.css. */
const variables = () => {
  const ours = {
    '--mantine-color-body': 'var(--raised)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-dim)',
    '--mantine-color-placeholder': 'var(--ink-faint)',
    '--mantine-color-error': 'var(--wrong)',
    '--mantine-color-anchor': 'var(--accent-ink)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
    '--mantine-font-size-sm': 'var(--text)',
  }
  return { variables: {}, light: ours, dark: ours }
}

/** What Mantine's dialogs, drawers and dates need around them. Its variables are made here, not loaded. */
export const Kit = ({ children }: { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    forceColorScheme={useScheme()}
    cssVariablesResolver={variables}
    deduplicateCssVariables={false}
    withGlobalClasses={false}
    getStyleNonce={() => nonce}
  >
    {children}
  </MantineProvider>
)
