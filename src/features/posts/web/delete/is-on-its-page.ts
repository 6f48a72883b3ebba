import { paths } from '#core/paths.ts'
import type { PostCard } from '#features/posts/contract.ts'

/** Whether the open page is the post's own, by any of its links, or one of its comments' (section 2). */
export const isOnItsPage = (post: PostCard, pathname: string): boolean =>
  [paths.post(post), paths.postById(post.id)].some(
    (path) => pathname === path || pathname.startsWith(`${path}/comment/`),
  )
