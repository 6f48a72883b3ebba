import * as z from 'zod/mini'
import { authorShape } from '#core/author.ts'
import { endpoint } from '#core/endpoint.ts'
import { postTypes } from '#core/model-catalogue.ts'
import { topicLinkShape } from '#features/topics/contract.ts'
import { queryTextShape } from './contract.ts'

const suggestedPostShape = z.object({
  id: z.int(),
  title: z.string(),
  type: z.enum(postTypes),
  isPrivate: z.literal(false),
  seoSlug: z.string(),
  topic: z.nullable(z.object({ name: z.string() })),
})
export type SuggestedPost = z.output<typeof suggestedPostShape>

const suggestionsShape = z.object({
  posts: z.array(suggestedPostShape),
  topics: z.array(topicLinkShape),
  people: z.array(authorShape),
})
export type Suggestions = z.output<typeof suggestionsShape>

export const listSuggestions = endpoint({
  method: 'GET',
  path: '/api/search/suggestions',
  summary:
    'Suggest up to five posts by their titles, three topics and three members for an unfinished query, or topics and members with similar names',
  tag: 'Search',
  access: 'anyone',
  expensive: { name: 'search-suggestions', max: 600 },
  query: z.object({ q: queryTextShape }),
  reply: suggestionsShape,
  cacheSeconds: 10,
})
