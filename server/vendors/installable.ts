import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sessions } from '#contract/identity.ts'
import { normalizeHost } from '#contract/text/hosts.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { HttpError } from '#platform/errors.ts'
import { appIcon, type IconShape } from '#platform/html/app-icon.ts'
import { accent } from '#platform/html/colors.ts'
import { countCall } from '#platform/limits/call-limits.ts'
import type { RateLimiter } from '#platform/limits/rate-limit.ts'
import { runForVisitor } from '#platform/limits/requesters.ts'

const icons: Record<string, { size: number; shape: IconShape }> = {
  'app-192.png': { size: 192, shape: 'rounded' },
  'app-512.png': { size: 512, shape: 'rounded' },
  'maskable-512.png': { size: 512, shape: 'mask' },
  'apple-180.png': { size: 180, shape: 'mask' },
}

const readVendor = async (db: Db) => {
  const { name, color } = await db
    .selectFrom('vendors')
    .select(['name', 'color'])
    .executeTakeFirstOrThrow()
  return { name, color: color ?? accent }
}

type Services = { database: Database; rateLimiter: RateLimiter }

/** Serves the vendor's web app manifest, with which a browser
 * installs the portal, and its icons in the vendor's colour. */
export function registerInstallableApp(http: FastifyInstance, { database, rateLimiter }: Services) {
  async function vendorAt(request: FastifyRequest) {
    const vendor = await runForVisitor(request, async () => {
      await countCall(rateLimiter, sessions.portal, request, null)
      return database.inRequest(
        { domain: normalizeHost(request.hostname), sessionId: null, readOnly: true },
        readVendor,
      )
    })
    if (!vendor) throw new HttpError(404, 'unknownDomain')
    return vendor
  }
  http.get('/manifest.webmanifest', async (request, reply) => {
    const manifest = manifestOf(await vendorAt(request))
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify(manifest))
  })
  http.get<{ Params: { icon: string } }>('/icons/:icon', async (request, reply) => {
    const icon = Object.hasOwn(icons, request.params.icon) ? icons[request.params.icon] : undefined
    if (!icon) throw new HttpError(404, 'notFound')
    const { color } = await vendorAt(request)
    return reply
      .type('image/png')
      .header('cache-control', 'public, max-age=86400')
      .send(appIcon(icon.size, icon.shape, color))
  })
}

function manifestOf({ name, color }: { name: string; color: string }) {
  const icon = (file: string, purpose: 'any' | 'maskable') => {
    const size = icons[file]?.size
    return {
      src: `/icons/${file}?${color.slice(1)}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    } // a new colour is a new address
  }
  return {
    id: '/',
    name,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: color,
    icons: [
      icon('app-192.png', 'any'),
      icon('app-512.png', 'any'),
      icon('maskable-512.png', 'maskable'),
    ],
  }
}
