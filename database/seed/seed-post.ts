import type { PostFields } from '#features/posts/contract-fields.ts'
import type { AuthorName } from './authors.ts'
import type { IllustrationName } from './illustrations.ts'
import type { TopicName } from './topics.ts'

/** An example post. Fields that it omits have their default values. */
export type SeedPost = Pick<PostFields, 'title' | 'description' | 'prompt' | 'models'> &
  Partial<Omit<PostFields, 'type' | 'exampleFiles'>> & {
    topic: TopicName
    author: AuthorName
    /** Illustrations to generate as example files. */
    illustrations?: IllustrationName[]
  }

export type TypedSeedPost = SeedPost & Pick<PostFields, 'type'>
