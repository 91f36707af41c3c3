import './styles/core.ts'
import './theme.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { setNonce } from 'get-nonce'
import type { ReactNode } from 'react'
import { Toasts } from './Toasts.tsx'
import { theme, variables } from './theme.ts'

/** The server's word for this one answer: only styles that carry it are let in. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
setNonce(nonce)

const schemes = localStorageColorSchemeManager({ key: 'theme' })

export function Provider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
      withGlobalClasses={false}
      getStyleNonce={() => nonce}
    >
      {children}
      <Toasts />
    </MantineProvider>
  )
}
