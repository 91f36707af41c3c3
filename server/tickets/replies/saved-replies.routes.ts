import { savedReplies } from '#contract/saved-replies.ts'
import { registerRoutes } from '#platform/http/http.ts'
import { auditOfTeam } from '../../audit/audit-of-team.ts'
import type { LinkServices } from '../../files/links.ts'
import {
  changeSavedReply,
  listSavedReplies,
  nameOfReply,
  removeSavedReply,
  saveReply,
} from './saved-replies.ts'

export default registerRoutes<typeof savedReplies, LinkServices>('savedReplies', savedReplies, {
  list: ({ db, actor, platform, domain }) =>
    listSavedReplies(db, { platform, domain }, actor.userId),
  save: async call => {
    const { db, actor, body, platform, domain } = call
    const saved = await saveReply(db, { platform, domain }, actor, body)
    auditOfTeam(call, body.isOfTeam ? nameOfReply(body.shortcode) : null)
    return saved
  },
  change: async call => {
    const { db, actor, params, body, t } = call
    auditOfTeam(call, await changeSavedReply(db, actor, params.reply, body))
    return { message: t.updated }
  },
  remove: async call => {
    const { db, actor, params, t } = call
    auditOfTeam(call, await removeSavedReply(db, actor, params.reply))
    return { message: t.deleted }
  },
})
