import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { anyone, serve } from '#server/http/serve.ts'
import { searchPosts } from '../contract.ts'
import { searchPostsFor } from './search-posts.ts'

export const searchRoutes = (app: FastifyInstance, { database }: { database: Database }) =>
  serve(app, searchPosts, anyone, ({ query, viewer }) => searchPostsFor(database, viewer, query))
