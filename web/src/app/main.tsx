import '../browser/polyfills.ts'
import '../ui/theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { paths } from '#contract/paths.ts'
import { leaveCompositionAlone } from '../browser/keys.ts'
import { repairPath } from '../browser/mailedLinks.ts'
import { onSessionEnd, setPortalDomain, token } from '../data/api.ts'
import { portalQuery } from '../data/portal.ts'
import { queryClient } from '../data/queries.ts'
import { endLocalSession, endVolatileSession, loadMe } from '../identity/session/session.ts'
import { dropEarlyForm } from '../identity/sign-in/earlyForm.ts'
import { language, loadPortalMessages, setLanguage } from '../messages/current.ts'
import { ownPath } from '../navigation/ownPath.ts'
import { Toasts } from '../ui/layout/Toasts.tsx'
import { reloadForNewVersion } from './lazyPage.tsx'
import { router } from './router.tsx'

/** Leaves a page of the portal for the sign-in page. A page
 * for visitors stays, and no longer names the user. */
async function leaveSession(isExpired: boolean) {
  endLocalSession()
  const { pathname, href } = router.state.location
  if (router.getMatchedRoutes(pathname)[0].some(({ id }) => id === '/public'))
    return router.invalidate()
  await router.navigate({
    to: paths.login,
    search: { ...(isExpired && { ended: '1' }), ...(href !== '/' && { from: href }) },
  })
  queryClient.clear()
}
onSessionEnd(() => void leaveSession(true))

// Another tab has signed out, or signed in as another user.
addEventListener('storage', ({ key }) => {
  if (key !== 'token') return
  if (token.read()) location.reload()
  else void leaveSession(false)
})

// A page that the browser may show again keeps its session.
addEventListener('pagehide', ({ persisted }) => persisted || endVolatileSession())

// The service worker has a page open the ticket of a notification, and expects an answer.
navigator.serviceWorker?.addEventListener('message', ({ data, ports }) => {
  const path = ownPath(data?.open)
  if (!path) return
  ports[0]?.postMessage(true)
  void router.navigate({ href: path })
})

// Else the browser opens a dropped file in place of the page. A page
// that takes files changes the effect: its listeners are called later.
const refuseFiles = (event: DragEvent) => {
  if (!event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
addEventListener('dragover', refuseFiles)
addEventListener('drop', refuseFiles)

leaveCompositionAlone()

setPortalDomain(document.querySelector<HTMLMetaElement>('meta[name=domain]')?.content ?? '')

const path = repairPath(location)
if (!location.href.endsWith(path)) router.history.replace(path)

router.subscribe('onRendered', dropEarlyForm)

// Requested in parallel with the page's code.
void queryClient.prefetchQuery(portalQuery)
void loadMe().catch(() => null)
if (token.read()) void loadPortalMessages().catch(() => {}) // the guard tries again

// A task of its own: evaluating the code and rendering are
// each short enough for input to be handled in between.
function render() {
  const root = document.getElementById('root') // missing in a browser that is too old
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </StrictMode>,
  )
}

/** Where the texts cannot be loaded, in both languages. */
async function showUnloaded() {
  await reloadForNewVersion()
  dropEarlyForm()
  document.body.append('Sayfa yüklenemedi; yenileyin. / The page could not be loaded; reload it.')
  addEventListener('online', () => location.reload())
}
const popovers = 'popover' in HTMLElement.prototype ? null : import('../browser/popovers.ts')
void Promise.all([setLanguage(language), popovers]).then(() => setTimeout(render), showUnloaded)
