import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { sharedPortal } from '#testing/portal.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as } = portal

const defaults = {
  reopenDays: 14,
  customersSeePresence: true,
  assignOnReply: false,
  staffMayInvite: false,
  country: 'TR',
  keptSessions: 'customers',
  emergencyPhone: '',
  emergencyAlways: true,
  color: '',
}

test('an administrator sets for how many days customers may reopen, at the own vendor only', async () => {
  const [own, other] = [await fixtures.vendor(), await fixtures.vendor()]
  expect((await as(own.admin).call(routes.vendors.settings)).body).toEqual(defaults)
  expect(
    (await as(own.admin).call(routes.vendors.changeSettings, { body: { reopenDays: 0 } })).body,
  ).toEqual({
    message: 'Güncelleme başarılı.',
  })
  expect((await as(own.admin).call(routes.vendors.settings)).body).toEqual({
    ...defaults,
    reopenDays: 0,
  })
  expect((await as(other.admin).call(routes.vendors.settings)).body).toEqual(defaults)
  const { entries } = (await as(own.admin).call(routes.audit.list)).body
  expect(entries[0]).toMatchObject({
    action: 'vendors.changeSettings',
    changes: [{ field: 'reopenDays', before: expect.any(String), after: '0' }],
  })
})

test.each([-1, 366, 1.5, null, '14'])('%j days are refused', async reopenDays => {
  const { admin } = await fixtures.vendor()
  const { status, body } = await as(admin).call(routes.vendors.changeSettings, {
    body: { reopenDays: reopenDays as number },
  })
  expect([status, body.errors?.[0]?.path]).toEqual([400, 'reopenDays'])
  expect((await as(admin).call(routes.vendors.settings)).body).toEqual(defaults)
})

test('an administrator sets the country of telephone numbers, which the portal says', async () => {
  const { admin, visitor } = await fixtures.vendor()
  expect(
    (await as(admin).call(routes.vendors.changeSettings, { body: { country: ' de ' } })).status,
  ).toBe(200)
  expect((await as(admin).call(routes.vendors.settings)).body).toMatchObject({
    reopenDays: 14,
    country: 'DE',
  })
  expect((await as(visitor).call(routes.sessions.portal)).body.country).toBe('DE')
  for (const country of ['', 'ZZ', 'EU', 'TUR', 'Türkiye']) {
    const { status, body } = await as(admin).call(routes.vendors.changeSettings, {
      body: { country },
    })
    expect([status, body.errors]).toEqual([
      400,
      [{ path: 'country', msg: 'Bilinen bir ülke kodu değil (örneğin TR).' }],
    ])
  }
})

test('an administrator sets the emergency number and its hours, which the audit says', async () => {
  const { admin } = await fixtures.vendor()
  const change = { emergencyPhone: '+90 212 555 00 00', emergencyAlways: false }
  await as(admin).call(routes.vendors.changeSettings, { body: change })
  expect((await as(admin).call(routes.vendors.settings)).body).toEqual({ ...defaults, ...change })
  const { entries } = (await as(admin).call(routes.audit.list)).body
  expect(entries[0]).toMatchObject({
    action: 'vendors.changeSettings',
    changes: [
      { field: 'emergencyPhone', before: null, after: '+90 212 555 00 00' },
      { field: 'emergencyAlways', before: 'true', after: 'false' },
    ],
  })
})

test('an emergency number of two lines is refused', async () => {
  const { admin } = await fixtures.vendor()
  const { status, body } = await as(admin).call(routes.vendors.changeSettings, {
    body: { emergencyPhone: '0212\n555 00 00' },
  })
  expect([status, body.errors?.[0]?.path]).toEqual([400, 'emergencyPhone'])
})

test('an administrator sets the colour of mails, and takes it back', async () => {
  const { admin } = await fixtures.vendor()
  expect(
    (
      await as(admin).call(routes.vendors.changeSettings, {
        body: { color: ' #8A1C\u00ad4F\u200b ' },
      })
    ).status,
  ).toBe(200)
  expect((await as(admin).call(routes.vendors.settings)).body).toEqual({
    ...defaults,
    color: '#8a1c4f',
  })
  await as(admin).call(routes.vendors.changeSettings, { body: { color: '' } })
  expect((await as(admin).call(routes.vendors.settings)).body).toEqual(defaults)
})

test.each([
  [
    '#ffd400',
    'Bu renk çok açık: üzerindeki beyaz yazı ve bu renkteki bağlantılar okunamaz. Daha koyu bir renk seçin.',
  ],
  ['red', 'Bir renk değil (örneğin #196ac8).'],
  ['#fff', 'Bir renk değil (örneğin #196ac8).'],
])('the colour %s is refused with the reason', async (color, msg) => {
  const { admin } = await fixtures.vendor()
  const { status, body } = await as(admin).call(routes.vendors.changeSettings, { body: { color } })
  expect([status, body.errors]).toEqual([400, [{ path: 'color', msg }]])
})
