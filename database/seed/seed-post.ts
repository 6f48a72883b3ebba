import type { PostFields } from '#features/posts/contract-fields.ts'
import type { AuthorName } from './authors.ts'
import type { IllustrationName } from './illustrations.ts'
import type { RecordingName } from './recordings.ts'
import type { TopicName } from './topics.ts'

/** An example post. Fields that it omits have their default values. */
export type SeedPost = Pick<PostFields, 'title' | 'description' | 'prompt' | 'models'> &
  Partial<Omit<PostFields, 'type' | 'exampleFiles'>> & {
    topic: TopicName
    author: AuthorName
    /** Illustrations to generate as example files. */
    illustrations?: IllustrationName[]
    /** A recording to play and to store as an example file. */
    recording?: RecordingName
  }

export type TypedSeedPost = SeedPost & Pick<PostFields, 'type'>
