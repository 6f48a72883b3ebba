import type { EndpointInput } from '#core/endpoint.ts'
import { toTopicSlug } from '#core/slugs.ts'
import type { Viewer } from '#core/viewer.ts'
import { selectUserId } from '#features/members/server/profile-query.ts'
import { selectStoredTags } from '#features/posts/server/tags-query.ts'
import { selectClosestTopicId } from '#features/topics/server/topic-list-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import type { searchPosts } from '../contract.ts'
import type { ParsedQuery } from './parse-query.ts'
import type { SearchRequest } from './store.ts'

export type SearchQuery = EndpointInput<typeof searchPosts>['query']

/**
 * Converts a query to a request. Returns null if nothing can match, because a filter names an unknown topic or author,
 * or the type filters contradict each other.
 */
export const toSearchRequest = async (
  sql: AnySql,
  viewer: Viewer,
  query: SearchQuery,
  { text, types, models, works, tags, topic, author }: ParsedQuery,
): Promise<SearchRequest | null> => {
  const topicId = topic === undefined ? null : await selectClosestTopicId(sql, toTopicSlug(topic))
  const userId = author === undefined ? null : await selectUserId(sql, author)
  const commonTypes =
    types.length && query.types.length ? types.filter((type) => query.types.includes(type)) : null
  const isContradictory = commonTypes?.length === 0 || (topic !== undefined && topicId === null)
  if (isContradictory || (author !== undefined && userId === null)) return null
  return {
    text,
    types: commonTypes ?? [...types, ...query.types],
    models: [models, query.models].filter((list) => list.length > 0),
    works,
    tags: await selectStoredTags(sql, tags),
    topicId,
    userId,
    isMember: viewer !== null,
    sortBy: query.sortBy ?? 'relevance',
    after: query.after,
    offset: query.offset,
    limit: query.limit,
  }
}

export const hasFilters = ({ types, models, works, tags, topic, author }: ParsedQuery) =>
  types.length + models.length + works.length + tags.length > 0 || topic !== undefined || author !== undefined
