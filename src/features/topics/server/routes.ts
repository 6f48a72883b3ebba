import type { FastifyInstance } from 'fastify'
import { getTopic, listTopics } from '#features/topics/contract.ts'
import { allTopics, topicOf } from '#features/topics/server/find-topic.ts'
import { type Database, readsFor } from '#server/database/connect.ts'
import { anyone, serve } from '#server/http/serve.ts'

export const topicRoutes = (app: FastifyInstance, { database }: { database: Database }): void => {
  serve(app, listTopics, anyone, async ({ viewer }) => allTopics(readsFor(database, viewer)))
  serve(app, getTopic, anyone, async ({ params, viewer }) => topicOf(readsFor(database, viewer), params.name))
}
