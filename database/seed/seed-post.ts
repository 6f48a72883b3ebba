import type { PostType } from '#features/catalogue/contract.ts'
import type { AuthorName } from './authors.ts'
import type { DrawingName } from './drawings.ts'
import type { TopicName } from './topics.ts'

export type SeedPost = {
  title: string
  description: string
  prompt: string
  models: string[]
  topic: TopicName
  author: AuthorName
  /** Illustrations to generate as example files. */
  pictures?: DrawingName[]
}

export type TypedSeedPost = SeedPost & { type: PostType }
