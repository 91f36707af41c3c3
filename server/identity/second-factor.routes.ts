import { secondFactor } from '#contract/second-factor.ts'
import { done, serve } from '#platform/http/http.ts'
import { requiresSecondFactor, setSecondFactorRequired } from '../vendors/second-factor-rule.ts'
import {
  begin,
  confirm,
  readOwnSecondFactor,
  renewCodes,
  turnOff,
} from './account-security/own-second-factor.ts'
import { requireSecondFactor, resetSecondFactor } from './account-security/team-second-factor.ts'
import { beginAtSignIn, confirmAtSignIn, enterByCode } from './sign-in/second-step.ts'

export default serve('secondFactor', secondFactor, {
  enter: enterByCode,
  beginAtSignIn,
  confirmAtSignIn,
  status: readOwnSecondFactor,
  begin,
  confirm,
  renewCodes,
  turnOff: call => done(call.t.secondFactorOff, turnOff(call)),
  requirement: async ({ db }) => ({ required: await requiresSecondFactor(db) }),
  require: ({ db, actor, t }) => done(t.secondFactorRequired, requireSecondFactor(db, actor)),
  release: ({ db, t }) => done(t.secondFactorReleased, setSecondFactorRequired(db, false)),
  reset: call => done(call.t.secondFactorReset, resetSecondFactor(call)),
})
