import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { demoCustomer } from './portal.ts'

const portal = await openPortal({
  UPLOAD_LIMIT: '5 MB',
  LIVE_SUPPORT_URL: 'https://chat.tezgah.test/{ticket}',
})
const demo = await openPortal({ TEZGAH_DEMO: '1' })

// Security: 6.3.2
test('a visitor learns the vendor’s name and what the portal offers, and no password', async () => {
  const { visitor, domain } = await fixturesIn(portal).vendor()
  expect((await portal.as(visitor).call(routes.sessions.portal)).body).toEqual({
    name: `Satıcı ${domain}`,
    uploadLimit: 5 * 1024 * 1024,
    liveSupportUrl: 'https://chat.tezgah.test/{ticket}',
    country: 'TR',
    keptSessions: 'customers',
    staffMayInvite: false,
    demo: null,
  })
})

test('a vendor can have a live support of its own', async () => {
  const { visitor, vendorId } = await fixturesIn(portal).vendor()
  await portal.owner.query(
    "update vendors set live_support_url = 'https://own.tezgah.test/{ticket}' where vendor_id = $1",
    [vendorId],
  )
  expect((await portal.as(visitor).call(routes.sessions.portal)).body.liveSupportUrl).toBe(
    'https://own.tezgah.test/{ticket}',
  )
})

test('the demo fills in its customer, at its own vendor only', async () => {
  const { visitor, vendorId } = await fixturesIn(demo).vendor()
  expect((await demo.as(visitor).call(routes.sessions.portal)).body.demo).toBeNull()
  await demo.owner.query(
    "insert into users (vendor_id, id, email, name, role) values ($1, gen_random_uuid(), $2, 'Ayşe', 'customer')",
    [vendorId, demoCustomer.email],
  )
  expect((await demo.as(visitor).call(routes.sessions.portal)).body.demo).toEqual(demoCustomer)
})
