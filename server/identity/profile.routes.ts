import { profile } from '#contract/profile.ts'
import { invalid } from '#platform/errors.ts'
import { registerRoutes } from '#platform/http/http.ts'
import {
  cancelEmail,
  confirmEmail,
  findEmailLink,
  requestEmail,
} from './account-security/email-change.ts'
import { changeProfile, readProfile } from './accounts/profile.ts'
import type { IdentityServices } from './sessions/identity-call.ts'
import { sessionOfVisitor } from './sessions/session-of-visitor.ts'
import { countInvalidLink } from './sign-in/sign-in-limits.ts'

// Who has changed it, the entry of the audit tells: it has no other subject.
export default registerRoutes<typeof profile, IdentityServices>('profile', profile, {
  get: ({ db, actor }) => readProfile(db, actor),
  change: async ({ db, actor, body, t, auditChanges, auditSubject }) => {
    auditSubject('')
    auditChanges(await changeProfile(db, actor, body))
    return { message: t.updated }
  },
  requestEmail: async call => {
    const { db, actor, body, domain, source, t, platform } = call
    const context = { signing: platform.signing, domain, source, by: '' }
    call.auditSubject('')
    call.auditChanges(await requestEmail(db, actor.userId, body.email, context))
    return { message: t.emailRequested(body.email) }
  },
  cancelEmail: async ({ db, actor, t, auditChanges, auditSubject }) => {
    auditSubject('')
    auditChanges(await cancelEmail(db, actor.userId))
    return { message: t.emailKept }
  },
  checkEmail: async ({ body, vendorId, inVendor, request, platform }) => {
    const found = await inVendor(db => findEmailLink(db, body))
    if (found && !found.expired) return { works: true }
    await countInvalidLink(platform.rateLimiter, vendorId, request.ip)
    return { works: false }
  },
  confirmEmail: async ({ body, vendorId, inVendor, request, domain, source, t, platform }) => {
    const session = await sessionOfVisitor(request, platform.signing)
    const email = await inVendor(db =>
      confirmEmail(db, body, { domain, source, session: session?.sessionId ?? null }),
    )
    if (email) return { message: t.emailConfirmed(email) }
    await countInvalidLink(platform.rateLimiter, vendorId, request.ip)
    throw invalid('linkInvalid')
  },
})
