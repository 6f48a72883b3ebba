import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { toTopicSlug } from '#core/slugs.ts'

export const topicSchema = z.object({ id: z.int(), name: z.string(), isHot: z.boolean() })
export type Topic = z.output<typeof topicSchema>

export const topicInfoSchema = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  isHot: z.boolean(),
  postCount: z.int(),
  /** Grows with each edit of the name and the description. */
  revision: z.int(),
})
export type TopicInfo = z.output<typeof topicInfoSchema>

/** The sort orders of the topic list in the admin panel. */
export const topicSorts = ['name', 'name-desc', 'posts', 'posts-asc', 'newest', 'oldest'] as const

export const topicLinkSchema = z.object({ id: z.int(), name: z.string() })
export type TopicLink = z.output<typeof topicLinkSchema>

/**
 * A topic name as typed or as it appears in links: in upper or lower case, with spaces or hyphens. Parsing
 * returns the topic's slug.
 */
export const topicNameSchema = z.pipe(
  z.string().check(z.minLength(1), z.maxLength(limits.topicName * 4, 'Topic not found')),
  z.transform((name: string) => toTopicSlug(name)),
)

export const listTopics = endpoint({
  method: 'GET',
  path: '/api/topics',
  summary: 'List all topics, sorted by name',
  tag: 'Topics',
  access: 'anyone',
  scope: 'read',
  reply: z.array(topicSchema),
  cacheSeconds: 5,
})

export const getTopic = endpoint({
  method: 'GET',
  path: '/api/topics/:name',
  summary: 'Get a topic by name or slug',
  tag: 'Topics',
  access: 'anyone',
  scope: 'read',
  errors: ['topic-not-found'],
  params: z.object({ name: topicNameSchema }),
  reply: topicInfoSchema,
  cacheSeconds: 5,
})

export const countAllPosts = endpoint({
  method: 'GET',
  path: '/api/posts/count',
  summary: 'Count the public posts in all topics',
  tag: 'Posts',
  access: 'anyone',
  scope: 'read',
  reply: z.object({ count: z.int() }),
  cacheSeconds: 60,
})

export { topicMessages } from './contract-messages.ts'
