import { queryOptions } from '@tanstack/react-query'
import { topicSlug } from '#core/slugs.ts'
import { call } from '#web/api-client.ts'
import { getTopic, listTopics } from '../contract.ts'

/** All topics, sorted by name. */
export const topicsQuery = queryOptions({
  queryKey: ['topics'],
  queryFn: () => call(listTopics, {}),
})

/** A topic by its name or slug. Fails with 404 if there is none. */
export const topicQuery = (name: string) =>
  queryOptions({
    queryKey: ['topic', topicSlug(name)],
    queryFn: () => call(getTopic, { params: { name } }),
  })
