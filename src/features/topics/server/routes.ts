import type { FastifyInstance } from 'fastify'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { countAllPosts, getTopic, listTopics } from '../contract.ts'
import { requireTopic } from './find-topic.ts'
import { sumTopicPostCounts } from './store.ts'
import { selectTopics } from './topics-query.ts'

export const topicRoutes = (app: FastifyInstance): void => {
  serveEndpoint(app, listTopics, ({ read }) => read((sql) => selectTopics(sql)))
  serveEndpoint(app, countAllPosts, async ({ read }) => ({
    count: await read((sql) => sumTopicPostCounts(sql)),
  }))
  serveEndpoint(app, getTopic, ({ params, read }) => read((sql) => requireTopic(sql, params.name)))
}
