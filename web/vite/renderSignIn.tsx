import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { paths } from '#contract/paths.ts'
import type { Language } from '#contract/text/messages.ts'
import { router } from '../src/app/router.tsx'
import { queryClient } from '../src/data/queries.ts'
import { sessionMessages, setLanguage } from '../src/messages/current.ts'
import { Button } from '../src/ui/controls/Button.tsx'

/** A browser that stores and has nothing stored, for which the form has all of its fields. */
const emptyStorage = { getItem: () => null, setItem() {}, removeItem() {} }

/** The sign-in page as the app renders it before the vendor is known, and
 * in a template its button while the sign-in is under way. */
export async function renderSignIn(language: Language) {
  Object.defineProperty(globalThis, 'localStorage', { value: emptyStorage, configurable: true })
  await setLanguage(language)
  const history = createMemoryHistory({ initialEntries: [paths.login] })
  router.update({ history, scrollRestoration: false })
  await router.load()
  const page = renderToString(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  if (!page.includes('name="password"'))
    throw new Error('The sign-in page was rendered without its form')
  const busy = renderToString(
    <Button type="submit" busy>
      {sessionMessages.signIn}
    </Button>,
  )
  return `${page}<template>${busy}</template>`.replace(/<!--.*?-->/g, '')
}
