import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { sharedPortal } from '#testing/portal.ts'

const portal = await sharedPortal()
const { domain } = await fixturesIn(portal).vendor()
const get = (url: string, host = domain) => portal.http.inject({ url, headers: { host } })

test('the manifest has the name of the vendor at the domain, and icons that exist', async () => {
  const reply = await get('/manifest.webmanifest')
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([
    200,
    'application/manifest+json; charset=utf-8',
  ])
  expect((await get('/manifest.webmanifest', `${domain}.:3000`)).json()).toEqual(reply.json())
  const manifest = reply.json()
  expect(manifest).toMatchObject({
    name: `Satıcı ${domain}`,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: '#196ac8',
  })
  expect(
    manifest.icons.map(({ sizes, purpose }: { sizes: string; purpose: string }) => [
      sizes,
      purpose,
    ]),
  ).toEqual([
    ['192x192', 'any'],
    ['512x512', 'any'],
    ['512x512', 'maskable'],
  ])
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await get(src)
    expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, type])
    const png = icon.rawPayload
    expect([
      png.subarray(1, 4).toString(),
      `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`,
    ]).toEqual(['PNG', sizes])
    expect(png.length).toBeLessThan(16_000)
  }
})

test('the manifest and its icons have the colour that the vendor has chosen', async () => {
  const { admin } = await fixturesIn(portal).vendor()
  await portal.as(admin).call(routes.vendors.changeSettings, { body: { color: '#7a1fa2' } })
  const manifest = (await get('/manifest.webmanifest', admin.domain)).json()
  expect(manifest.theme_color).toBe('#7a1fa2')
  expect(manifest.icons[0].src).toContain('7a1fa2')
})

test('an icon has the colour at its edge and the white sign within; the one that a system cuts fills its square', async () => {
  const pixelsOf = async (url: string) => {
    const png = (await get(url)).rawPayload
    const data = png.indexOf('IDAT')
    const rows = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)))
    const size = png.readUInt32BE(16)
    return (x: number, y: number) => rows[y * (size + 1) + 1 + x]
  }
  const [transparent, color, white] = [128, 0, 127]
  const app = await pixelsOf('/icons/app-192.png')
  expect([app(0, 0), app(96, 10), app(96, 129)]).toEqual([transparent, color, white])
  const maskable = await pixelsOf('/icons/apple-180.png')
  expect([maskable(0, 0), maskable(90, 90 + Math.round((129 / 192 - 0.5) * 0.8 * 180))]).toEqual([
    color,
    white,
  ])
})

test('there is none at the domain of no vendor, and no other icon', async () => {
  expect((await get('/manifest.webmanifest', 'unknown.tezgah.test')).statusCode).toBe(404)
  expect((await get('/icons/app-192.png', 'unknown.tezgah.test')).statusCode).toBe(404)
  for (const icon of ['app-193.png', 'constructor', '..%2fsw.js'])
    expect((await get(`/icons/${icon}`)).statusCode).toBe(404)
})
