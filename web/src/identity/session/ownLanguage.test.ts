import { expect, test, vi } from 'vitest'
import '../../../testing/fakeBrowser.ts'
import { waitFor } from '../../../testing/waitFor.ts'
import { endSessionScope, token } from '../../data/api.ts'
import { setLanguage } from '../../messages/current.ts'
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
  const first = chooseLanguage('en')
  await waitFor(() => expect(sent()).toEqual(['en']))
  const second = chooseLanguage('tr')
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(sent()).toEqual(['en']) // two requests at once could arrive in the other order
  requests[0]?.answer()
  await waitFor(() => expect(sent()).toEqual(['en', 'tr']))
  requests[1]?.answer()
  await Promise.all([first, second])
})
