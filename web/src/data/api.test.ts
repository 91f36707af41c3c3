import { expect, test, vi } from 'vitest'
import '../../testing/fakeBrowser.ts'
import { routes } from '#contract/routes.ts'
import { setLanguage } from '../messages/current.ts'
import { CallError, call, readError } from './api.ts'

await setLanguage('tr')

test('without a response the user is asked to check the connection', () => {
  expect(new CallError(0)).toMatchObject({
    name: 'NetworkError',
    message: 'Ağ hatası. Bağlantınızı kontrol edip yeniden deneyin.',
  })
})

test.each([502, 500, 404])(
  'a response %i that is not from the portal is an error of the server, with its status',
  status => {
    const { name, message } = new CallError(status)
    expect(name).toBe('ServerError')
    expect(message).toContain(`${status}`)
    expect(message).not.toContain('Bağlantınızı')
  },
)

const page = '<html><head><title>502 Bad Gateway</title></head></html>'
test.each(['', page, '{}', 'null', '[]', '"no"', '{"name":'])(
  'a refusal with the body %j is told as a failure of the server',
  body => {
    const { name, status, message, errors } = readError(502, body)
    expect({ name, status, errors }).toEqual({ name: 'ServerError', status: 502, errors: [] })
    expect(message).toContain('502')
    expect(message).not.toContain('Bağlantınızı')
  },
)

test.each([page, '', 'null'])(
  'so is a success with the body %j, which a proxy may send in place of the response',
  async body => {
    vi.stubGlobal('fetch', async () => new Response(body, { status: 200 }))
    const error = await call(routes.sessions.portal).catch(error => error as CallError)
    expect(error).toMatchObject({ name: 'ServerError', status: 200 })
    expect((error as CallError).message).not.toContain('Bağlantınızı')
  },
)

test('a refusal of the portal keeps its name, message and fields', () => {
  const body = {
    name: 'ValidationError',
    message: 'Geçersiz.',
    errors: [{ path: 'title', msg: 'Konu gerekli.' }],
  }
  expect(readError(400, JSON.stringify(body))).toMatchObject({
    name: 'ValidationError',
    status: 400,
    message: 'Konu gerekli.',
    errors: body.errors,
  })
})

test('a response of the portal keeps its message', () => {
  expect(new CallError(409, { name: 'ConflictError', message: 'Bu talep kapalı.' }).message).toBe(
    'Bu talep kapalı.',
  )
})

test.each([
  ['GET', '/admin/machine', 'Makineler alınamadı: '],
  ['GET', '/staff/company/:company/machine', 'Makineler alınamadı: '],
  ['POST', '/admin/machine/:machine', 'Makineler güncellenemedi: '],
  ['DELETE', '/admin/company/:company/machine/:companyMachine', 'Makine silinemedi: '],
  ['GET', '/admin/company/:company/user', 'Kullanıcı bilgileri alınamadı: '],
  ['DELETE', '/admin/company/:company/user/:user', 'Kullanıcı silinemedi: '],
  ['GET', '/admin/machine/:machine/file', ''],
  ['GET', '/user/me', ''],
] as const)(
  'a failed %s %s without a message says first what failed: "%s"',
  async (method, path, text) => {
    const address = { method, path } as never
    for (const [body, status] of [
      ['', 500],
      ['{"message": ""}', 500],
      ['{"message": "", "errors": [{"msg": "", "path": "name"}]}', 400],
      ['', 200],
      ['null', 200],
      [page, 200],
    ] as const) {
      vi.stubGlobal('fetch', async () => new Response(body, { status }))
      expect((await call(address).catch(error => error)).message).toBe(
        `${text}${new CallError(status).message}`,
      )
    }
    vi.stubGlobal('fetch', async () =>
      Response.json({ name: 'ConflictError', message: 'Bu makine atanmış.' }, { status: 409 }),
    )
    expect((await call(address).catch(error => error)).message).toBe('Bu makine atanmış.')
  },
)

test('a field without a message leaves that of the reply', () => {
  const errors = [{ msg: '', path: 'name' }]
  expect(new CallError(400, { message: 'Geçersiz.', errors }).message).toBe('Geçersiz.')
})

test('a failed check of the exp claim ends the session, whatever the name of the error', () => {
  const message = '"exp" claim timestamp check failed'
  expect(new CallError(401, { name: 'JWTClaimValidationFailed', message }).isSessionEnded).toBe(
    true,
  )
  const errors = [{ msg: 'Oturum doğrulanamadı.', path: '' }]
  expect(new CallError(401, { message, errors })).toMatchObject({
    isSessionEnded: true,
    message: 'Oturum doğrulanamadı.',
  })
  expect(new CallError(401, { errors: [{ msg: message, path: '' }] }).isSessionEnded).toBe(true)
  expect(
    new CallError(403, { name: 'ForbiddenError', message: 'Bu sayfaya yetkiniz yok.' })
      .isSessionEnded,
  ).toBe(false)
})
