import type { Viewer } from '#core/viewer.ts'

type Owned = { userId: number; isPrivate: boolean }

/** Who may do what to a post they can see (section 6): the guards of the routes and the menus ask the same. */
export const may = {
  editPost: (who: Viewer, post: Owned): boolean =>
    who?.id === post.userId && (post.isPrivate || !who.isMuted),
  deletePost: (who: Viewer, post: { userId: number }): boolean => who?.id === post.userId,
  renewLink: (who: Viewer, post: Owned): boolean => who?.id === post.userId && post.isPrivate,
  /** An admin, another's post, with a reason. */
  removePost: (who: Viewer, post: { userId: number }): boolean =>
    who?.isAdmin === true && who.id !== post.userId,
} as const
