import type { QueryClient } from '@tanstack/react-query'
import { limits } from '#core/limits.ts'
import { cutText } from '#core/text.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { revealQuery } from '#features/posts/web/queries.ts'
import { isPost, patchEverywhere } from '#web/cache.ts'

/** Every cached copy of the post as it is now; in lists its prompt stays cut (product decisions). */
export const patchPost = (client: QueryClient, now: PostCard): void => {
  const { title, description, prompt, promptLength, type, models, exampleFiles } = now
  const fields = { title, description, promptLength, type, models, exampleFiles }
  const beginning = cutText(prompt, limits.promptInList)
  const promptTruncated = promptLength > limits.promptInList
  patchEverywhere(client, isPost(now.id), (copy: object) => {
    if ('comments' in copy) return { ...copy, ...fields, prompt }
    // A search's result has its texts once more, with the matches marked.
    const marked = 'marked' in copy ? { marked: { title, description, prompt: beginning } } : {}
    return { ...copy, ...fields, ...marked, prompt: beginning, promptTruncated }
  })
  // What was revealed is a copy of the prompt too.
  client.setQueryData(revealQuery(now.id).queryKey, (had) => had && { ...had, prompt })
}
