import type { Query, QueryClient } from '@tanstack/react-query'

/** Fetches a post's page data anew where it is shown; lists stay as they are, so that nothing moves under the reader. */
export const refetchPost = (client: QueryClient, postId: number): Promise<void> =>
  client.invalidateQueries({ predicate: isPageOf(postId) })

/** Gives up what is being fetched anew; the page keeps what it has. */
export const cancelPost = (client: QueryClient, postId: number): Promise<void> =>
  client.cancelQueries({ predicate: isPageOf(postId) })

const isPageOf =
  (postId: number) =>
  ({ queryKey, state }: Query): boolean =>
    queryKey[0] === 'post' && (state.data as { id?: number } | undefined)?.id === postId
