import type { FastifyInstance } from 'fastify'
import { allowAnyone, serve } from '#server/http/serve.ts'
import type { ExpensiveReads } from '#server/limits/expensive-reads.ts'
import { searchNames, searchPosts } from '../contract.ts'
import { searchNamesFor } from './search-names.ts'
import { searchPostsFor } from './search-posts.ts'

export const searchRoutes = (app: FastifyInstance, { readExpensive }: { readExpensive: ExpensiveReads }) => {
  // A visitor's request that is answered from the anonymous cache does not count towards the limit.
  serve(app, searchPosts, allowAnyone, ({ query, viewer, request }) =>
    readExpensive({
      name: 'search',
      max: 600,
      request,
      read: (sql, ms) => searchPostsFor(sql, viewer, query, ms),
    }),
  )
  serve(app, searchNames, allowAnyone, ({ query, request }) =>
    readExpensive({
      name: 'search-names',
      max: 600,
      request,
      read: async (sql) => searchNamesFor(sql, query.q),
    }),
  )
}
