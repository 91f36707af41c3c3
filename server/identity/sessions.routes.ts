import { sessions } from '#contract/sessions.ts'
import { hashPassword } from '#platform/crypto/passwords.ts'
import { platformVendor } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import { serve } from '#platform/http/http.ts'
import { portalOf } from '../vendors/portal.ts'
import { reauthenticate } from './account-security/reauthenticate.ts'
import { activate, linkWorks, userOfLink } from './passwords/activations.ts'
import { requestReset } from './passwords/resets.ts'
import { weaknessOf } from './passwords/weak-passwords.ts'
import { markOfDevice } from './sessions/devices.ts'
import { endOtherSessions, endSession, listSessions } from './sessions/own-sessions.ts'
import { chooseLanguage, signOut } from './sessions/sessions.ts'
import { login } from './sign-in/login.ts'
import { countGoodLink, countMadeUpLink, countReset, rememberPlace } from './sign-in/sign-in-limits.ts'

export default serve('sessions', sessions, {
  portal: ({ db, platform }) => portalOf(db, platform.config),
  me: ({ actor: { vendorId, userId, email, name, role }, platform: { signing } }) => ({
    _id: userId,
    email,
    name,
    isAdmin: role === 'operator',
    isDomainAdmin: role === 'admin',
    isStaff: role === 'staff',
    draftKey: signing.seal('drafts', vendorId, userId),
  }),
  login,
  reauthenticate: async call => {
    await reauthenticate(call)
    return { message: call.say.reauthenticated }
  },
  logout: async ({ db, actor, say }) => {
    await signOut(db, actor)
    return { message: say.signedOut }
  },
  list: async ({ db, actor }) => ({ sessions: await listSessions(db, actor) }),
  end: async ({ db, actor, params, say, named }) => {
    named(await endSession(db, actor, params.session))
    return { message: say.sessionEnded }
  },
  endOthers: async ({ db, actor, say }) => {
    await endOtherSessions(db, actor)
    return { message: say.othersEnded }
  },
  chooseLanguage: async ({ db, actor, body, say }) => {
    await chooseLanguage(db, actor, body.language)
    return { message: say.updated }
  },
  forgot: async ({ vendorId, inVendor, body, domain, say, request, source, platform: { attempts, signing } }) => {
    await countReset(attempts, vendorId, body.email, request.ip)
    await inVendor(db => requestReset(db, signing, body.email, domain, source))
    return say.resetSent
  },
  checkLink: async ({ vendorId, body, request, platform: { database, attempts } }) => {
    for (const vendor of [vendorId, platformVendor]) {
      if (await database.inVendor(vendor, db => linkWorks(db, body))) return { works: true }
    }
    await countMadeUpLink(attempts, vendorId, request.ip)
    return { works: false }
  },
  activate: async ({ vendorId, body: { password, ...link }, language, domain, say, request, source, platform }) => {
    const { database, attempts, signing } = platform
    for (const vendor of [vendorId, platformVendor]) {
      // A password's hash is dear, and a made-up link must not buy one.
      const user = await database.inVendor(vendor, db => userOfLink(db, link))
      if (user === null) continue
      const takeBack = await countGoodLink(attempts, vendor, user.id)
      const weakness = await weaknessOf(password, user.words)
      if (weakness) throw invalid([{ path: ['password'], message: weakness }])
      const passwordHash = await hashPassword(password, link.email)
      if (!(await database.inVendor(vendor, db => activate(db, link, passwordHash, { language, domain, source }))))
        throw invalid('linkInvalid')
      await Promise.allSettled([takeBack(), rememberPlace(attempts, link.email, request.ip)])
      return { message: say.activated, device: markOfDevice(signing, { home: vendor, id: user.id, passwordHash }) }
    }
    await countMadeUpLink(attempts, vendorId, request.ip)
    throw invalid('linkInvalid')
  },
})
