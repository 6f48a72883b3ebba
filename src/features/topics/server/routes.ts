import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/serve.ts'
import { getTopic, listTopics } from '../contract.ts'
import { getTopics, requireTopic } from './find-topic.ts'

export const topicRoutes = (app: FastifyInstance): void => {
  serve(app, listTopics, ({ read }) => read(async (sql) => getTopics(sql)))
  serve(app, getTopic, ({ params, read }) => read((sql) => requireTopic(sql, params.name)))
}
