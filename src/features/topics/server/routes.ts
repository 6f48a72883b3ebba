import type { FastifyInstance } from 'fastify'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { countAllPosts, getTopic, listTopics } from '../contract.ts'
import { listAllTopics, requireTopic } from './find-topic.ts'
import { sumTopicPostCounts } from './store.ts'

export const topicRoutes = (app: FastifyInstance): void => {
  serveEndpoint(app, listTopics, ({ read }) => read(async (sql) => listAllTopics(sql)))
  serveEndpoint(app, countAllPosts, async ({ read }) => ({
    count: await read((sql) => sumTopicPostCounts(sql)),
  }))
  serveEndpoint(app, getTopic, ({ params, read }) => read((sql) => requireTopic(sql, params.name)))
}
