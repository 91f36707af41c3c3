import '../ui/theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { language } from '../browser/language.ts'
import { onSessionEnd, token } from '../data/api.ts'
import { portalQuery } from '../data/portal.ts'
import { queries } from '../data/queries.ts'
import { endSessionHere, session } from '../identity/session/session.ts'
import { paths } from '../navigation/paths.ts'
import { Toasts } from '../ui/layout/Toasts.tsx'
import { router } from './router.tsx'

document.documentElement.lang = language

async function backToLogin(ended: boolean) {
  endSessionHere()
  const { pathname, href } = router.state.location
  if (pathname === paths.login) return
  await router.navigate({ to: paths.login, search: { ...(ended && { ended: '1' }), ...(href !== '/' && { from: href }) } })
  queries.clear()
}
onSessionEnd(() => void backToLogin(true))

// Another tab has signed out, or in as somebody else.
addEventListener('storage', ({ key }) => {
  if (key !== 'token') return
  if (token.read()) location.reload()
  else void backToLogin(false)
})

// Asked for beside the page's own code, not after it.
void queries.prefetchQuery(portalQuery)
void session().catch(() => null)

// In a task of its own: reading the code and drawing with it are each short enough for the page to answer in between.
setTimeout(() =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </StrictMode>,
  ),
)
