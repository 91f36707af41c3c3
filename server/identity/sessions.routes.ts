import { sessions } from '#contract/identity.ts'
import { startPageOf } from '#contract/profile.ts'
import { hashPassword } from '#platform/crypto/passwords.ts'
import { platformVendor } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import { registerRoutes, withMessage } from '#platform/http/http.ts'
import { readPortal } from '../vendors/portal.ts'
import { findPublicHost } from '../vendors/public-host.ts'
import { reauthenticate } from './account-security/reauthenticate.ts'
import { activate, findLink, findUserOfLink } from './passwords/activations.ts'
import { requestReset } from './passwords/resets.ts'
import { findWeakness } from './passwords/weak-passwords.ts'
import { deviceToken } from './sessions/devices.ts'
import type { IdentityCall, IdentityServices } from './sessions/identity-call.ts'
import { endOtherSessions, endSession, listSessions } from './sessions/own-sessions.ts'
import { signOut } from './sessions/sessions.ts'
import { login } from './sign-in/login.ts'
import {
  countInvalidLink,
  countReset,
  countValidLink,
  rememberNetwork,
} from './sign-in/sign-in-limits.ts'

export default registerRoutes<typeof sessions, IdentityServices>('sessions', sessions, {
  portal: ({ db, platform }) => readPortal(db, platform.config),
  me: ({ actor: { vendorId, userId, email, name, role, startPage }, platform: { signing } }) => ({
    _id: userId,
    email,
    name,
    isAdmin: role === 'operator',
    isDomainAdmin: role === 'admin',
    isStaff: role === 'staff',
    startPage: startPageOf(role, startPage),
    draftKey: signing.sign('drafts', vendorId, userId),
  }),
  login,
  reauthenticate: call => withMessage(call.t.reauthenticated, reauthenticate(call)),
  logout: ({ db, actor, t }) => withMessage(t.signedOut, signOut(db, actor)),
  list: async ({ db, actor }) => ({ sessions: await listSessions(db, actor) }),
  end: async ({ db, actor, params, t, auditSubject }) => {
    auditSubject(await endSession(db, actor, params.session))
    return { message: t.sessionEnded }
  },
  endOthers: ({ db, actor, t }) => withMessage(t.othersEnded, endOtherSessions(db, actor)),
  forgot: async ({
    vendorId,
    inVendor,
    body,
    domain,
    t,
    request,
    source,
    platform: { rateLimiter, signing },
  }) => {
    await countReset(rateLimiter, vendorId, body.email, request.ip)
    await inVendor(db => requestReset(db, signing, body.email, domain, source))
    return t.resetSent
  },
  checkLink: async call => {
    const { body, vendorId, request, platform } = call
    const { password, ...link } = body
    const { database, rateLimiter } = platform
    for (const vendor of await vendorsOfLinks(call)) {
      const found = await database.inVendor(vendor, db => findLink(db, link))
      if (found && !found.expired)
        return {
          works: true,
          weakness: password ? await findWeakness(password, found.personalWords) : null,
        }
    }
    await countInvalidLink(rateLimiter, vendorId, request.ip)
    return { works: false, weakness: null }
  },
  activate: async call => {
    const { body, vendorId, language, domain, t, request, source, platform } = call
    const { password, ...link } = body
    const { database, rateLimiter, signing } = platform
    for (const vendor of await vendorsOfLinks(call)) {
      // Only a valid link reaches the expensive hash.
      const user = await database.inVendor(vendor, db => findUserOfLink(db, link))
      if (user === null) continue
      const refund = await countValidLink(rateLimiter, vendor, user.id)
      const weakness = await findWeakness(password, user.personalWords)
      if (weakness) throw invalid([{ path: ['password'], message: weakness }])
      const passwordHash = await hashPassword(password, link.email)
      if (
        !(await database.inVendor(vendor, db =>
          activate(db, link, passwordHash, { language, domain, source }),
        ))
      )
        throw invalid('linkInvalid')
      await Promise.allSettled([refund(), rememberNetwork(rateLimiter, link.email, request.ip)])
      return {
        message: t.activated,
        device: deviceToken(signing, {
          homeVendorId: vendor,
          id: user.id,
          email: link.email,
          passwordHash,
        }),
      }
    }
    await countInvalidLink(rateLimiter, vendorId, request.ip)
    throw invalid('linkInvalid')
  },
})

const vendorsOfLinks = async ({
  vendorId,
  domain,
  platform,
}: Pick<IdentityCall, 'vendorId' | 'domain' | 'platform'>) =>
  domain === (await findPublicHost(platform)) ? [vendorId, platformVendor] : [vendorId]
