import type { Account } from '#core/viewer.ts'
import * as posts from '#features/posts/policy.ts'

type Post = { userId: number; isPrivate: boolean }
type Suggested = { user: { id: number }; status: string }

const isUndecided = ({ status }: { status: string }) => status === 'open' || status === 'changes-requested'

/**
 * The rules for who can do what with the suggested edits to a post that they can see. Shared by route
 * handlers and pages.
 */
export const can = {
  /**
   * Members can suggest edits only to public posts, so authors need not wonder who has seen a private one.
   */
  suggestEdit: (viewer: Account | null, post: Post): boolean =>
    viewer !== null && !viewer.isMuted && viewer.id !== post.userId && !post.isPrivate,
  decide: (viewer: Account | null, post: Post, edit: Suggested): boolean =>
    isUndecided(edit) && posts.can.editPost(viewer, post),
  revise: (viewer: Account | null, post: Post, edit: Suggested): boolean =>
    isUndecided(edit) && viewer?.id === edit.user.id && !viewer.isMuted && !post.isPrivate,
  /** An accepted edit is part of the post's history. */
  delete: (viewer: Account | null, edit: Suggested): boolean =>
    viewer?.id === edit.user.id && edit.status !== 'accepted',
  /** Admins can remove other members' suggested edits, but must give a reason. */
  remove: (viewer: Account | null, edit: Suggested): boolean =>
    viewer?.isAdmin === true && !viewer.isSuspended && viewer.id !== edit.user.id,
  isUndecided,
}
