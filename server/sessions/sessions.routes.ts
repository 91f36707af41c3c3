import { routes } from '#contract/routes.ts'
import { invalid } from '#platform/errors.ts'
import { serve } from '#platform/http.ts'
import { hashPassword } from '#platform/passwords.ts'
import { activate, forgotPassword, linkWorks, userOfLink } from './activations.ts'
import { countGoodLink, countMadeUpLink, countReset, countSignIn } from './attempts.ts'
import { portalOf } from './portal.ts'
import { chooseLanguage, platformVendor, signIn, signOut } from './sessions.ts'

export default serve(routes.sessions, {
  portal: ({ db, platform }) => portalOf(db, platform.config),
  me: ({ actor: { userId, email, name, role } }) => ({
    _id: userId,
    email,
    name,
    isAdmin: role === 'operator',
    isDomainAdmin: role === 'admin',
    isStaff: role === 'staff',
  }),
  login: async ({ vendorId, body, request, platform: { config, database, signing } }) => {
    const wentWell = countSignIn(vendorId, body.email, request.ip)
    const session = await signIn(database.inVendor, vendorId, body, config.tokenLifetime)
    wentWell()
    return { token: await signing.token(session, config.tokenLifetime), language: session.language }
  },
  logout: async ({ db, actor, say }) => {
    await signOut(db, actor)
    return { message: say.signedOut }
  },
  chooseLanguage: async ({ db, actor, body, say }) => {
    await chooseLanguage(db, actor, body.language)
    return { message: say.updated }
  },
  forgot: async ({ vendorId, body, domain, say, platform: { database, signing } }) => {
    countReset(vendorId, body.email)
    for (const vendor of [vendorId, platformVendor]) await database.inVendor(vendor, db => forgotPassword(db, signing, body.email, domain))
    return say.resetSent
  },
  checkLink: async ({ vendorId, body, request, platform: { database } }) => {
    for (const vendor of [vendorId, platformVendor]) {
      if (await database.inVendor(vendor, db => linkWorks(db, body))) return { works: true }
    }
    countMadeUpLink(vendorId, request.ip)
    return { works: false }
  },
  activate: async ({ vendorId, body: { password, ...link }, language, say, request, platform: { database } }) => {
    for (const vendor of [vendorId, platformVendor]) {
      // A password's hash is dear, and a made-up link must not buy one.
      const userId = await database.inVendor(vendor, db => userOfLink(db, link))
      if (userId === null) continue
      const wentWell = countGoodLink(userId)
      const passwordHash = await hashPassword(password)
      if (!(await database.inVendor(vendor, db => activate(db, link, passwordHash, language)))) throw invalid('linkInvalid')
      wentWell()
      return { message: say.activated }
    }
    countMadeUpLink(vendorId, request.ip)
    throw invalid('linkInvalid')
  },
})
