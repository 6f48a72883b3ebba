import type { FastifyInstance } from 'fastify'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { searchNames, searchPosts } from '../contract.ts'
import { listSimilarPosts, listSuggestions } from '../contract-suggestions.ts'
import { findMatchingNames } from './search-names.ts'
import { searchWithSpellingCorrection } from './search-posts.ts'
import { getSuggestions } from './suggest.ts'
import { suggestSimilarPosts } from './suggest-similar-posts.ts'

export const searchRoutes = (app: FastifyInstance): void => {
  // A visitor's request does not count towards the limit if the response comes from the anonymous response cache.
  serveEndpoint(app, searchPosts, ({ query, viewer, read }) =>
    read((sql, ms) => searchWithSpellingCorrection(sql, viewer, query, ms)),
  )
  serveEndpoint(app, searchNames, ({ query, viewer, read }) =>
    read(async (sql) => findMatchingNames(sql, viewer, query.q)),
  )
  serveEndpoint(app, listSuggestions, ({ query, viewer, read }) =>
    read((sql) => getSuggestions(sql, viewer, query.q)),
  )
  serveEndpoint(app, listSimilarPosts, ({ query, viewer, read }) =>
    read((sql) => suggestSimilarPosts(sql, viewer, query.title)),
  )
}
