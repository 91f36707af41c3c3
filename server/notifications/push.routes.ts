import { push } from '#contract/push.ts'
import { registerRoutes, withMessage } from '#platform/http/http.ts'
import type { Push } from '#platform/push/push.ts'
import { endPush, readPushStatus, subscribe } from './push-subscriptions.ts'

export default registerRoutes<typeof push, { push: Push }>('push', push, {
  status: async ({ db, actor, platform }) => ({
    publicKey: platform.push.publicKey,
    ...(await readPushStatus(db, actor)),
  }),
  subscribe: ({ db, actor, body, platform, t }) =>
    withMessage(t.pushTurnedOn, subscribe(db, platform.push, actor, body)),
  end: ({ db, actor, body, t }) => withMessage(t.pushTurnedOff, endPush(db, actor, body.endpoint)),
})
