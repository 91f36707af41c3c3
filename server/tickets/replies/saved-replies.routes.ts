import { savedReplies } from '#contract/saved-replies.ts'
import { registerRoutes, withMessage } from '#platform/http/http.ts'
import type { LinkServices } from '../../files/links.ts'
import { changeSavedReply, listSavedReplies, removeSavedReply, saveReply } from './saved-replies.ts'

export default registerRoutes<typeof savedReplies, LinkServices>('savedReplies', savedReplies, {
  list: ({ db, actor, platform, domain }) =>
    listSavedReplies(db, { platform, domain }, actor.userId),
  save: ({ db, actor, body, platform, domain }) => saveReply(db, { platform, domain }, actor, body),
  change: ({ db, actor, params, body, t }) =>
    withMessage(t.updated, changeSavedReply(db, actor, params.reply, body)),
  remove: ({ db, actor, params, t }) =>
    withMessage(t.deleted, removeSavedReply(db, actor, params.reply)),
})
