import { cleanText } from '#core/text.ts'
import type { PostCard, UpdatePost } from '#features/posts/contract.ts'
import type { PostValues } from '../form/post-values.ts'

type Change = Partial<UpdatePost>

/**
 * The fields that an edit changes. Unchanged fields are not sent, so that a change made elsewhere in the
 * meantime is kept.
 */
export const changedFields = (post: PostCard, values: PostValues, files: readonly string[]): Change => {
  const change: Change = {}
  for (const name of ['title', 'description', 'prompt'] as const)
    if (cleanText(values[name]) !== post[name]) change[name] = values[name]
  if (values.type !== post.type) change.type = values.type
  if (values.models.join() !== post.models.join()) change.models = values.models
  if (files.join() !== post.exampleFiles.join()) change.exampleFiles = [...files]
  return change
}
