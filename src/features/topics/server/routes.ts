import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/serve.ts'
import { countPosts, getTopic, listTopics } from '../contract.ts'
import { listAllTopics, requireTopic } from './find-topic.ts'
import { sumTopicPostCounts } from './store.ts'

export const topicRoutes = (app: FastifyInstance): void => {
  serve(app, listTopics, ({ read }) => read(async (sql) => listAllTopics(sql)))
  serve(app, countPosts, async ({ read }) => ({ count: await read((sql) => sumTopicPostCounts(sql)) }))
  serve(app, getTopic, ({ params, read }) => read((sql) => requireTopic(sql, params.name)))
}
