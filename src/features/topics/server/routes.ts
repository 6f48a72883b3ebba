import type { FastifyInstance } from 'fastify'
import { type Database, readSqlFor } from '#server/database/connect.ts'
import { allowAnyone, serve } from '#server/http/serve.ts'
import { getTopic, listTopics } from '../contract.ts'
import { getTopics, requireTopic } from './find-topic.ts'

export const topicRoutes = (app: FastifyInstance, { database }: { database: Database }): void => {
  serve(app, listTopics, allowAnyone, async ({ viewer }) => getTopics(readSqlFor(database, viewer)))
  serve(app, getTopic, allowAnyone, async ({ params, viewer }) =>
    requireTopic(readSqlFor(database, viewer), params.name),
  )
}
