import type { FastifyInstance } from 'fastify'
import { notFound } from '#core/failure.ts'
import { getTopic, listTopics, messages } from '#features/topics/contract.ts'
import { findTopic, listAllTopics } from '#features/topics/server/store.ts'
import { type Database, readsFor } from '#server/database/connect.ts'
import { anyone, serve } from '#server/http/serve.ts'

export const topicRoutes = (app: FastifyInstance, { database }: { database: Database }): void => {
  serve(app, listTopics, anyone, async ({ viewer }) => listAllTopics(readsFor(database, viewer)))

  serve(app, getTopic, anyone, async ({ params, viewer }) => {
    const topic = await findTopic(readsFor(database, viewer), params.name)
    if (!topic) throw notFound(messages.notFound)
    return topic
  })
}
