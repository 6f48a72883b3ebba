import * as z from 'zod/mini'
import { authorSchema } from '#core/author.ts'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { postTypes } from '#core/model-catalogue.ts'
import { cleanText } from '#core/text.ts'
import { topicLinkSchema } from '#features/topics/contract.ts'
import { queryTextSchema } from './contract.ts'

const suggestedPostSchema = z.object({
  id: z.int(),
  title: z.string(),
  type: z.enum(postTypes),
  isPrivate: z.literal(false),
  seoSlug: z.string(),
  topic: z.nullable(z.object({ name: z.string() })),
})
export type SuggestedPost = z.output<typeof suggestedPostSchema>

const suggestionsSchema = z.object({
  posts: z.array(suggestedPostSchema),
  topics: z.array(topicLinkSchema),
  people: z.array(authorSchema),
})
export type Suggestions = z.output<typeof suggestionsSchema>

export const listSuggestions = endpoint({
  method: 'GET',
  path: '/api/search/suggestions',
  summary:
    'Suggest up to five posts by their titles, three topics and three members for an unfinished query, or topics and members with similar names',
  tag: 'Search',
  access: 'anyone',
  scope: 'read',
  expensive: { name: 'search-suggestions', max: 600 },
  query: z.object({ q: queryTextSchema }),
  reply: suggestionsSchema,
  cacheSeconds: 10,
})

export const listSimilarPosts = endpoint({
  method: 'GET',
  path: '/api/search/similar',
  summary: 'List up to three public posts with titles similar to the title of a new post',
  tag: 'Search',
  access: 'anyone',
  scope: 'read',
  expensive: { name: 'search-similar', max: 600 },
  query: z.object({
    title: z.pipe(
      z
        .string('title must be a single value')
        .check(z.maxLength(limits.title, `title must be at most ${limits.title} characters`)),
      z.transform(cleanText),
    ),
  }),
  reply: z.array(suggestedPostSchema),
  cacheSeconds: 10,
})
