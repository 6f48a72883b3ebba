import type { QueryClient } from '@tanstack/react-query'
import { addBookmark, type Bookmark, removeBookmark } from '#features/bookmarks/contract.ts'
import { texts } from '#features/bookmarks/web/texts.ts'
import { isPost, patchEverywhere } from '#web/cache.ts'
import { CallError, call } from '#web/call.ts'
import { outdateFigures } from '#web/figures.ts'
import { toast } from '#web/kit/toast.ts'

/** What was last wanted of the posts whose bookmark is on its way: presses meanwhile are not lost, and the last one counts. */
const wanted = new Map<number, boolean>()

/**
 * Every copy of the post changes at once, and back on an error; what the server answers is taken over. Without `given`
 * it becomes the opposite of what it is by now.
 */
export const setBookmark = async (client: QueryClient, postId: number, given?: boolean): Promise<void> => {
  const before = find(client, postId)
  const isWanted = given ?? !before?.isBookmarked
  show(client, postId, isWanted)
  if (wanted.has(postId)) return void wanted.set(postId, isWanted)
  wanted.set(postId, isWanted)
  try {
    const bookmark = await send(postId)
    patch(client, postId, bookmark)
    toast({ title: bookmark.isBookmarked ? texts.added : texts.removed, tone: 'success' })
    // The list is read anew when it is next gone to: what is taken out of it stays in sight, to be put back.
    void client.invalidateQueries({ queryKey: ['bookmarks'], refetchType: 'none' })
    outdateFigures(client)
  } catch (error) {
    if (before) restore(client, postId, before)
    const description = error instanceof CallError ? error.said : undefined
    toast({ title: texts.failed, tone: 'danger', ...(description ? { description } : {}) })
  } finally {
    wanted.delete(postId)
  }
}

const send = async (id: number): Promise<Bookmark> => {
  for (;;) {
    const isWanted = wanted.get(id)
    const bookmark = await call(isWanted ? addBookmark : removeBookmark, { params: { id } })
    if (wanted.get(id) === isWanted) return bookmark
  }
}

type Copy = Bookmark & { isRevealed: boolean }

/**
 * A bookmarked post's prompt is revealed. Removing the bookmark hides nothing that is being read: only a page that is
 * loaded anew does.
 */
const patch = (client: QueryClient, postId: number, { isBookmarked, bookmarkCount }: Bookmark): void =>
  patchEverywhere(client, isPost(postId), (post: Copy) => ({
    ...post,
    ...{ isBookmarked, bookmarkCount, isRevealed: post.isRevealed || isBookmarked },
  }))

/** After an error the post is as it was, apart from a reveal in the meantime, which `revealed.ts` keeps open. */
const restore = (client: QueryClient, postId: number, before: Copy): void =>
  patchEverywhere(client, isPost(postId), (post: Copy) => ({
    ...post,
    ...{
      isBookmarked: before.isBookmarked,
      bookmarkCount: before.bookmarkCount,
      isRevealed: before.isRevealed,
    },
  }))

const show = (client: QueryClient, postId: number, isWanted: boolean): void =>
  patchEverywhere(client, isPost(postId), (post: Copy) =>
    post.isBookmarked === isWanted
      ? post
      : {
          ...post,
          isBookmarked: isWanted,
          bookmarkCount: post.bookmarkCount + (isWanted ? 1 : -1),
          isRevealed: post.isRevealed || isWanted,
        },
  )

const find = (client: QueryClient, postId: number): Copy | undefined => {
  let found: Copy | undefined
  patchEverywhere(client, isPost(postId), (post: Copy) => {
    found ??= post
    return post
  })
  return found
}
