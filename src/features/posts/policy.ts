import type { PostRestriction } from '#core/post-restrictions.ts'
import type { Account } from '#core/viewer.ts'

type Owned = { userId: number; isPrivate: boolean; restriction?: PostRestriction | null }

/**
 * The rules for who can do what with a post that they can see (docs/spec/privacy.md#roles). Shared by route
 * handlers and menus.
 */
export const can = {
  /** An edit publishes a hidden post, so that muted members cannot edit it. */
  editPost: (viewer: Account | null, post: Owned): boolean =>
    viewer?.id === post.userId && ((post.isPrivate && post.restriction !== 'hidden') || !viewer.isMuted),
  /** Whether the editor is offered: what moderators have removed can be edited only after a successful appeal. */
  openEditor: (viewer: Account | null, post: Owned): boolean =>
    post.restriction !== 'removed' && can.editPost(viewer, post),
  /** A visitor who opens the link of a private post can read only its current version. */
  openVersions: (viewer: Account | null, post: { isPrivate: boolean }): boolean =>
    viewer !== null || !post.isPrivate,
  deletePost: (viewer: Account | null, post: { userId: number }): boolean => viewer?.id === post.userId,
  renewLink: (viewer: Account | null, post: Owned): boolean => viewer?.id === post.userId && post.isPrivate,
  /** Admins can remove other members' posts, but must give a reason. */
  removePost: (viewer: Account | null, post: { userId: number }): boolean =>
    viewer?.isAdmin === true && viewer.id !== post.userId,
}
