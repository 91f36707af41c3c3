import { secondFactor } from '#contract/second-factor.ts'
import { serve } from '#platform/http/http.ts'
import { begin, confirm, ownSecondFactor, renewCodes, turnOff } from './account-security/own-second-factor.ts'
import { releaseSecondFactor, requirementOf, requireSecondFactor, resetSecondFactor } from './account-security/team-second-factor.ts'
import { beginAtSignIn, confirmAtSignIn, enterByCode } from './sign-in/second-step.ts'

export default serve('secondFactor', secondFactor, {
  enter: enterByCode,
  beginAtSignIn,
  confirmAtSignIn,
  status: ownSecondFactor,
  begin,
  confirm,
  renewCodes,
  turnOff: async call => {
    await turnOff(call)
    return { message: call.say.secondFactorOff }
  },
  requirement: ({ db }) => requirementOf(db),
  require: async ({ db, actor, say }) => {
    await requireSecondFactor(db, actor)
    return { message: say.secondFactorRequired }
  },
  release: async ({ db, say }) => {
    await releaseSecondFactor(db)
    return { message: say.secondFactorReleased }
  },
  reset: async ({ db, actor, params, domain, source, say }) => {
    await resetSecondFactor(db, actor, params.user, { domain, source })
    return { message: say.secondFactorReset }
  },
})
