import { paths } from '#core/paths.ts'
import type { PostCard } from '#features/posts/contract.ts'

/**
 * Whether the current page belongs to the post: any of its links or one of its comments
 * (docs/spec/pages.md#post-links).
 */
export const isOnItsPage = (post: PostCard, pathname: string): boolean =>
  [paths.post(post), paths.postById(post.id)].some(
    (path) => pathname === path || pathname.startsWith(`${path}/comment/`),
  )
