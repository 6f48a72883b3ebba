import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PostCard } from '#features/posts/contract.ts'
import { deletePosts } from '#features/posts/web/delete/delete-posts.ts'
import { votesOnPostsQuery } from '#features/posts/web/delete/queries.ts'
import { getErrorMessage } from '#web/api-client.ts'
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx'
import { showToast } from '#web/kit/toast.ts'
import { showBulkResult } from './show-bulk-result.ts'
import { selectTexts } from './texts.ts'

export type SelectionDialogProps = { posts: readonly PostCard[]; onClose(): void; onDone(): void }

/** Lists what will be deleted along with the selected posts, asks for confirmation and deletes them. */
export const DeleteSelectedDialog = ({ posts: selected, onClose, onDone }: SelectionDialogProps) => {
  const client = useQueryClient()
  // Keeps the initial posts because the list is refetched without them while they are being deleted.
  const [posts] = useState(selected)
  const ids = posts.map(({ id }) => id)
  // This request is optional: if the votes cannot be counted, the dialog mentions them without a number.
  const { data: votes } = useQuery(votesOnPostsQuery(ids))
  const [isBusy, setIsBusy] = useState(false)
  const remove = async () => {
    setIsBusy(true)
    try {
      showBulkResult(await deletePosts(client, posts), selectTexts.deleted)
      onDone()
    } catch (error) {
      setIsBusy(false)
      showToast({
        title: selectTexts.deleteFailed,
        description: getErrorMessage(error, selectTexts.again),
        tone: 'danger',
      })
    }
  }
  return (
    <ConfirmDialog
      title={selectTexts.deleteTitle(posts.length)}
      text={selectTexts.deleteText(posts.length)}
      confirmLabel={selectTexts.delete}
      busyLabel={selectTexts.deleting}
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <ul className="list-disc pl-5 text-sm">
        {deletedItems(posts, votes).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

const deletedItems = (posts: readonly PostCard[], votes: number | undefined): string[] => {
  const total = (count: (post: PostCard) => number) => posts.reduce((sum, post) => sum + count(post), 0)
  const comments = total(({ commentCount }) => commentCount)
  const bookmarks = total(({ bookmarkCount }) => bookmarkCount)
  const files = total(({ exampleFiles }) => exampleFiles.length)
  return [
    ...(comments ? [selectTexts.deleteComments(comments)] : []),
    ...(votes === undefined ? [selectTexts.deleteAllVotes] : []),
    ...(votes ? [selectTexts.deleteVotes(votes)] : []),
    ...(bookmarks ? [selectTexts.deleteBookmarks(bookmarks)] : []),
    ...(files ? [selectTexts.deleteFiles(files)] : []),
    selectTexts.deleteLinks(posts.length),
  ]
}
