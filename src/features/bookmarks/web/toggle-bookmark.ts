import type { QueryClient } from '@tanstack/react-query'
import { ApiError, callApi } from '#web/api-client.ts'
import { findEntity, invalidateLists, patchEntity } from '#web/entity-cache.ts'
import { showToast } from '#web/kit/toast.ts'
import type { addBookmark, Bookmark, removeBookmark } from '../contract.ts'
import { collectDialogPostIdStore } from './collect-request.ts'
import { bookmarksQueryKey } from './queries.ts'
import { bookmarkTexts } from './texts.ts'

/**
 * The latest requested state for each post that has a request in flight. Clicks during the request update this state;
 * the last one wins.
 */
const requested = new Map<number, boolean>()

/**
 * Sets a bookmark optimistically: every cached copy of the post changes immediately, is then updated from the
 * server's response, and is rolled back on an error. Without `target`, the bookmark is toggled.
 */
export const toggleBookmark = async (
  client: QueryClient,
  postId: number,
  target?: boolean,
): Promise<void> => {
  const before = findEntity(client, 'post', postId)
  const isBookmarked = target ?? !before?.isBookmarked
  show(client, postId, isBookmarked)
  if (requested.has(postId)) return void requested.set(postId, isBookmarked)
  requested.set(postId, isBookmarked)
  try {
    const bookmark = await send(postId)
    patch(client, postId, bookmark)
    showToast(
      bookmark.isBookmarked
        ? { title: bookmarkTexts.added, tone: 'success', action: addToCollection(postId) }
        : { title: bookmarkTexts.removed, tone: 'success' },
    )
    // The bookmarks page is refetched only on the next visit, so that a removed post stays visible and can be
    // added again.
    void client.invalidateQueries({ queryKey: bookmarksQueryKey(), refetchType: 'none' })
    void invalidateLists(client, 'stats')
  } catch (error) {
    if (before) restore(client, postId, before)
    const description = error instanceof ApiError ? error.userMessage : undefined
    showToast({ title: bookmarkTexts.failed, tone: 'danger', ...(description ? { description } : {}) })
  } finally {
    requested.delete(postId)
  }
}

const addToCollection = (postId: number) => ({
  label: bookmarkTexts.addToCollection,
  run: () => collectDialogPostIdStore.set(postId),
})

const send = async (id: number): Promise<Bookmark> => {
  for (;;) {
    const isBookmarked = requested.get(id)
    const bookmark = await callApi<typeof addBookmark | typeof removeBookmark>(
      isBookmarked ? 'POST /api/posts/:id/bookmark' : 'DELETE /api/posts/:id/bookmark',
      { params: { id } },
    )
    if (requested.get(id) === isBookmarked) return bookmark
  }
}

type BookmarkFields = Bookmark & { isRevealed: boolean }

/**
 * Applies a bookmark's state to every cached copy of the post. Bookmarking a post reveals its prompt. Removing the
 * bookmark does not hide the prompt while someone is reading it; the prompt is hidden on the next page load.
 */
const patch = (client: QueryClient, postId: number, { isBookmarked, bookmarkCount }: Bookmark): void =>
  patchEntity(client, 'post', postId, (post) => ({
    ...post,
    isBookmarked,
    bookmarkCount,
    isRevealed: post.isRevealed || isBookmarked,
  }))

/**
 * Rolls a bookmark back after an error. A prompt that was revealed in the meantime stays visible; see
 * `revealed.ts`.
 */
const restore = (client: QueryClient, postId: number, before: BookmarkFields): void =>
  patchEntity(client, 'post', postId, (post) => ({
    ...post,
    isBookmarked: before.isBookmarked,
    bookmarkCount: before.bookmarkCount,
    isRevealed: before.isRevealed,
  }))

const show = (client: QueryClient, postId: number, isBookmarked: boolean): void =>
  patchEntity(client, 'post', postId, (post) =>
    post.isBookmarked === isBookmarked
      ? post
      : {
          ...post,
          isBookmarked,
          bookmarkCount: post.bookmarkCount + (isBookmarked ? 1 : -1),
          isRevealed: post.isRevealed || isBookmarked,
        },
  )
