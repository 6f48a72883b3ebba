import type { PostType } from '#core/model-catalogue.ts'
import type { AuthorName } from './authors.ts'
import type { IllustrationName } from './illustrations.ts'
import type { TopicName } from './topics.ts'

export type SeedPost = {
  title: string
  description: string
  prompt: string
  models: string[]
  topic: TopicName
  author: AuthorName
  /** Illustrations to generate as example files. */
  illustrations?: IllustrationName[]
}

export type TypedSeedPost = SeedPost & { type: PostType }
