import { expect, test, vi } from 'vitest'
import '../../../testing/fakeBrowser.ts'
import { waitFor } from '../../../testing/waitFor.ts'
import { localStore } from '../../browser/localStore.ts'
import { endSessionScope, token } from '../../data/api.ts'
import { language, setLanguage } from '../../messages/current.ts'
import { chooseLanguage } from './ownLanguage.ts'

test('of two languages chosen one after the other the server stores the last, also when it answers slowly', async () => {
  const requests: { language: string; answer: () => void }[] = []
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    requests.push({ ...JSON.parse(body), answer: () => resolve(Response.json({})) })
    return promise
  })
  const sent = () => requests.map(({ language }) => language)
  await setLanguage('en') // loads its texts, which may take longer than the waiting below
  await setLanguage('tr')
  token.write('a token')
  endSessionScope() // begins that of the token
  const first = chooseLanguage('en', false)
  await waitFor(() => expect(sent()).toEqual(['en']))
  const second = chooseLanguage('tr', false)
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(sent()).toEqual(['en']) // two requests at once could arrive in the other order
  requests[0]?.answer()
  await waitFor(() => expect(sent()).toEqual(['en', 'tr']))
  requests[1]?.answer()
  await Promise.all([first, second])
})

test('a language chosen on a page for visitors stays in this browser, also while another user is signed in', async () => {
  const fetch = vi.fn()
  vi.stubGlobal('fetch', fetch)
  token.write('a token')
  endSessionScope()
  await chooseLanguage('en', true)
  expect([language, localStore.read('language'), localStore.read('languageChosen')]).toEqual([
    'en',
    'en',
    true,
  ])
  expect(fetch).not.toHaveBeenCalled()
  await setLanguage('tr')
})
