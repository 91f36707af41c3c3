import { topics } from '#contract/topics.ts'
import { registerRoutes, withMessage } from '#platform/http/http.ts'
import { createTopic, listTopics, readTopic, removeTopic, renameTopic } from './topics.ts'

export default registerRoutes('topics', topics, {
  list: ({ db }) => listTopics(db),
  get: ({ db, params }) => readTopic(db, params.topic),
  create: ({ db, body }) => createTopic(db, body.name),
  update: ({ db, params, body, t }) =>
    withMessage(t.updated, renameTopic(db, params.topic, body.name)),
  remove: async ({ db, params, t, auditSubject }) => {
    auditSubject(await removeTopic(db, params.topic))
    return { message: t.deleted }
  },
})
