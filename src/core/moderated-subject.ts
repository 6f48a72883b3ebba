import type { PostLabel } from './post-restrictions.ts'

/** What a moderation case is about, as its feature stores it. */
export type ModeratedSubject = {
  id: number
  /** The number of a version; 0 for other subjects. */
  version: number
  postId: number | null
  /** The topic of the post, or of a restricted post before; moderators of the topic see the case. */
  topicId: number | null
  authorId: number | null
  /** What moderators read. `excerpt` is the title or the beginning of the text. */
  excerpt: string
  text: string
  exampleFiles: string[]
  tags: string[]
  labels: PostLabel[]
  href: string | null
  /** False if it has been taken away from its readers. */
  isVisible: boolean
  /** True if only some people can read it, by a link, an invitation or as its author, also while it is taken away. */
  isPrivate: boolean
  /** Differs after each change of what it says. A decision names the revision that a moderator has read. */
  revision: string
}

/** The number of characters of a subject's text that moderators read. */
export const MAX_SUBJECT_TEXT = 20_000

/** The number of characters of the beginning of a text without a title. */
export const MAX_SUBJECT_EXCERPT = 200

/** What a collection is called for members who are only invited, while moderators have removed it. */
export const REMOVED_COLLECTION_TITLE = '[removed]'
