import type { QueryClient } from '@tanstack/react-query'
import { limits } from '#core/limits.ts'
import { cutText } from '#core/text.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { revealQuery } from '#features/posts/web/queries.ts'
import { isPost, patchEverywhere } from '#web/cache.ts'

/** Updates every cached copy of the post. In lists its prompt stays cut (docs/spec/privacy.md#prompts). */
export const patchPost = (client: QueryClient, post: PostCard): void => {
  const { title, description, prompt, promptLength, type, models, exampleFiles } = post
  const fields = { title, description, promptLength, type, models, exampleFiles }
  const beginning = cutText(prompt, limits.promptInList)
  const promptTruncated = promptLength > limits.promptInList
  patchEverywhere(client, isPost(post.id), (copy: object) => {
    if ('comments' in copy) return { ...copy, ...fields, prompt }
    // A search result also contains the highlighted texts.
    const marked = 'marked' in copy ? { marked: { title, description, prompt: beginning } } : {}
    return { ...copy, ...fields, ...marked, prompt: beginning, promptTruncated }
  })
  // The cached reveal contains the prompt too.
  client.setQueryData(revealQuery(post.id).queryKey, (reveal) => reveal && { ...reveal, prompt })
}
