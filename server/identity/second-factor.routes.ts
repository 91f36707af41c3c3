import { secondFactor } from '#contract/second-factor.ts'
import { serve } from '#platform/http/http.ts'
import { begin, confirm, readOwnSecondFactor, renewCodes, turnOff } from './account-security/own-second-factor.ts'
import { readRequirement, releaseSecondFactor, requireSecondFactor, resetSecondFactor } from './account-security/team-second-factor.ts'
import { beginAtSignIn, confirmAtSignIn, enterByCode } from './sign-in/second-step.ts'

export default serve('secondFactor', secondFactor, {
  enter: enterByCode,
  beginAtSignIn,
  confirmAtSignIn,
  status: readOwnSecondFactor,
  begin,
  confirm,
  renewCodes,
  turnOff: async call => {
    await turnOff(call)
    return { message: call.t.secondFactorOff }
  },
  requirement: ({ db }) => readRequirement(db),
  require: async ({ db, actor, t }) => {
    await requireSecondFactor(db, actor)
    return { message: t.secondFactorRequired }
  },
  release: async ({ db, t }) => {
    await releaseSecondFactor(db)
    return { message: t.secondFactorReleased }
  },
  reset: async ({ db, actor, params, domain, source, t }) => {
    await resetSecondFactor(db, actor, params.user, { domain, source })
    return { message: t.secondFactorReset }
  },
})
