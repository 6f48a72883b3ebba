import { HttpError } from '#core/http-error.ts'
import type { Viewer } from '#core/viewer.ts'
import { listInitialComments } from '#features/comments/server/list-comments.ts'
import type { PostCard, PostPage } from '#features/posts/contract.ts'
import { selectModelTallies } from '#features/results/server/results-query.ts'
import { countReadableEdits } from '#features/suggested-edits/server/store.ts'
import { selectLastEditTime } from '#features/versions/server/store.ts'
import type { Database } from '#server/database/connect.ts'

/** Adds the time of the last edit, the first comments, the results and the number of undecided edits to a post that the viewer can see. Throws 404 without a post. */
export const readPostPage = async (
  database: Database,
  viewer: Viewer,
  post: PostCard | null,
  missing: 'post-not-found' | 'private-post-not-found' = 'post-not-found',
): Promise<PostPage> => {
  if (!post) throw new HttpError(missing)
  const [editedAt, tallies, suggestedEdits, { comments, after }] = await Promise.all([
    post.version > 1 ? selectLastEditTime(database.sql, post.id) : null,
    post.hasResults ? selectModelTallies(database.sql, post.id) : [],
    post.hasSuggestedEdits ? countReadableEdits(database.sql, viewer, post.id) : 0,
    post.commentCount === 0 ? { comments: [], after: null } : listInitialComments(database, viewer, post),
  ])
  return { ...post, editedAt, tallies, suggestedEdits, comments, commentsAfter: after }
}
