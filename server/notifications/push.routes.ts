import { push } from '#contract/push.ts'
import { done, serve } from '#platform/http/http.ts'
import { endPush, readPushStatus, subscribe } from './push-subscriptions.ts'

export default serve('push', push, {
  status: async ({ db, actor, platform }) => ({
    publicKey: platform.push.publicKey,
    ...(await readPushStatus(db, actor)),
  }),
  subscribe: ({ db, actor, body, platform, t }) =>
    done(t.pushTurnedOn, subscribe(db, platform.push, actor, body)),
  end: ({ db, actor, body, t }) => done(t.pushTurnedOff, endPush(db, actor, body.endpoint)),
})
