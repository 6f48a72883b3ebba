import type { CurrentUser } from '#core/current-user.ts'
import { createStore } from './store.ts'

/** What a member reports, or a moderator opens a case about, as the API names it. */
export type ModerationSubject = {
  kind: 'post' | 'version' | 'comment' | 'member' | 'collection' | 'suggested-edit' | 'result'
  /** The id, the link id of a collection, or the name of a member. */
  id: number | string
  /** The number of a version of the post. */
  version?: number
}

export type ModerationRequest = { action: 'report' | 'moderate'; subject: ModerationSubject }

/** What somebody has chosen in a menu. `features/moderation` renders the dialog, so no other feature depends on it. */
export const moderationRequestStore = createStore<ModerationRequest | null>(null)

/** Whether the reader decides about what is in this topic, so that they open a case instead of reporting it. */
export const isModeratorOf = (user: CurrentUser | null, topicId: number | null | undefined): boolean =>
  user !== null &&
  (user.isAdmin || user.isModerator || (topicId != null && user.moderatedTopics.includes(topicId)))
