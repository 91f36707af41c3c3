import { profile } from '#contract/profile.ts'
import { registerRoutes } from '#platform/http/http.ts'
import { changeProfile, readProfile } from './accounts/profile.ts'

export default registerRoutes<typeof profile>('profile', profile, {
  get: ({ db, actor }) => readProfile(db, actor),
  change: async ({ db, actor, body, t, auditChanges, auditSubject }) => {
    auditSubject('') // who has changed it, which the entry tells
    auditChanges(await changeProfile(db, actor, body))
    return { message: t.updated }
  },
})
