import { topics } from '#contract/topics.ts'
import { registerRoutes } from '#platform/http/http.ts'
import { createTopic, listTopics, readTopic, removeTopic, renameTopic } from './topics.ts'

export default registerRoutes('topics', topics, {
  list: ({ db }) => listTopics(db),
  get: ({ db, params }) => readTopic(db, params.topic),
  create: ({ db, body }) => createTopic(db, body.name),
  update: async ({ db, params, body, t, auditChanges }) => {
    auditChanges(await renameTopic(db, params.topic, body.name))
    return { message: t.updated }
  },
  remove: async ({ db, params, t, auditSubject }) => {
    auditSubject(await removeTopic(db, params.topic))
    return { message: t.deleted }
  },
})
