import { queryOptions } from '@tanstack/react-query'
import { topicSlug } from '#core/slugs.ts'
import { getTopic, listTopics } from '#features/topics/contract.ts'
import { call } from '#web/call.ts'

/** All topics, by name. */
export const topicsQuery = queryOptions({
  queryKey: ['topics'],
  queryFn: () => call(listTopics, {}),
})

/** One topic, by its name or slug; fails with 404 where there is none. */
export const topicQuery = (name: string) =>
  queryOptions({
    queryKey: ['topic', topicSlug(name)],
    queryFn: () => call(getTopic, { params: { name } }),
  })
