import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/serve.ts'
import { searchNames, searchPosts } from '../contract.ts'
import { listSuggestions } from '../contract-suggestions.ts'
import { findMatchingNames } from './search-names.ts'
import { searchWithSpellingCorrection } from './search-posts.ts'
import { getSuggestions } from './suggest.ts'

export const searchRoutes = (app: FastifyInstance): void => {
  // A visitor's request does not count towards the limit if the response comes from the anonymous response cache.
  serve(app, searchPosts, ({ query, viewer, read }) =>
    read((sql, ms) => searchWithSpellingCorrection(sql, viewer, query, ms)),
  )
  serve(app, searchNames, ({ query, read }) => read(async (sql) => findMatchingNames(sql, query.q)))
  serve(app, listSuggestions, ({ query, read }) => read((sql) => getSuggestions(sql, query.q)))
}
