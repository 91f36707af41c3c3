import { secondFactor } from '#contract/identity.ts'
import { registerRoutes, withMessage } from '#platform/http/http.ts'
import { requiresSecondFactor, setSecondFactorRequired } from '../vendors/second-factor-rule.ts'
import {
  begin,
  confirm,
  readOwnSecondFactor,
  renewCodes,
  turnOff,
} from './account-security/own-second-factor.ts'
import { requireSecondFactor, resetSecondFactor } from './account-security/team-second-factor.ts'
import type { IdentityServices } from './sessions/identity-call.ts'
import { beginAtSignIn, confirmAtSignIn, enterByCode } from './sign-in/second-step.ts'

export default registerRoutes<typeof secondFactor, IdentityServices>('secondFactor', secondFactor, {
  enter: enterByCode,
  beginAtSignIn,
  confirmAtSignIn,
  status: readOwnSecondFactor,
  begin,
  confirm,
  renewCodes,
  turnOff: call => withMessage(call.t.secondFactorOff, turnOff(call)),
  requirement: async ({ db }) => ({ required: await requiresSecondFactor(db) }),
  require: ({ db, actor, t }) =>
    withMessage(t.secondFactorRequired, requireSecondFactor(db, actor)),
  release: ({ db, t }) => withMessage(t.secondFactorReleased, setSecondFactorRequired(db, false)),
  reset: call => withMessage(call.t.secondFactorReset, resetSecondFactor(call)),
})
