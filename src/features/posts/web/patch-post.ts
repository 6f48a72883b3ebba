import type { QueryClient } from '@tanstack/react-query'
import { limits } from '#core/limits.ts'
import { pick } from '#core/pick.ts'
import { truncateText } from '#core/text.ts'
import { invalidateLists, patchEntity } from '#web/entity-cache.ts'
import type { PostCard } from '../contract.ts'
import { postFieldNames } from '../contract-fields.ts'
import { revealQuery } from './queries.ts'

/**
 * Updates every cached copy of the post. In lists, the prompt stays truncated (docs/spec/privacy.md#prompts).
 */
export const patchCachedPost = (client: QueryClient, post: PostCard): void => {
  const { title, description, mentions, prompt, promptLength, version } = post
  const fields = { ...pick(post, postFieldNames), mentions, promptLength, version }
  const beginning = truncateText(prompt, limits.promptInLists)
  const promptTruncated = promptLength > limits.promptInLists
  patchEntity(client, 'post', post.id, (copy) => {
    if ('comments' in copy) return { ...copy, ...fields }
    // A search result also contains the text with highlights.
    const marked = 'marked' in copy ? { marked: { title, description, prompt: beginning } } : {}
    return { ...copy, ...fields, ...marked, prompt: beginning, promptTruncated }
  })
  // The cached reveal also contains the prompt.
  client.setQueryData(revealQuery(post.id).queryKey, (reveal) => reveal && { ...reveal, prompt })
  void invalidateLists(client, 'post-versions')
}
