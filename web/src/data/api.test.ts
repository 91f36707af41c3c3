import { expect, test } from 'vitest'
import { setLanguage } from '../messages/current.ts'
import { CallError } from './api.ts'

await setLanguage('tr')

test('without a response the user is asked to check the connection', () => {
  expect(new CallError(0)).toMatchObject({ name: 'NetworkError', message: 'Ağ hatası. Bağlantınızı kontrol edip yeniden deneyin.' })
})

test.each([502, 500, 404])('a response %i that is not from the portal is an error of the server, with its status', status => {
  const { name, message } = new CallError(status)
  expect(name).toBe('ServerError')
  expect(message).toContain(`${status}`)
  expect(message).not.toContain('Bağlantınızı')
})

test('a response of the portal keeps its message', () => {
  expect(new CallError(409, { name: 'ConflictError', message: 'Bu talep kapalı.' }).message).toBe('Bu talep kapalı.')
})
