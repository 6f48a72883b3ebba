import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#core/paths.ts'
import { CallError, call } from '#web/api-client.ts'
import { patchEntity } from '#web/entity-cache.ts'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { showToast } from '#web/kit/toast.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import type { deletePost, PostCard } from '../../contract.ts'
import { messages } from '../../contract-messages.ts'
import { texts } from '../form/texts.ts'
import { invalidatePostLists } from '../invalidate-post-lists.ts'
import { postVotesQuery } from '../queries.ts'
import { focusNextCard, isPostPage } from './after-deletion.ts'

type Props = { post: PostCard; onClose(): void }

/**
 * Lists what will be deleted, asks for confirmation and deletes the post (docs/spec/flows.md#deleting).
 * Loaded when first opened.
 */
const DeletePostDialog = ({ post, onClose }: Props) => {
  const client = useQueryClient()
  const navigation = useNavigation()
  // Optional: if the count cannot be loaded, the dialog shows the score instead.
  const { data: votes } = useQuery(postVotesQuery(post.id))
  const [isBusy, setIsBusy] = useState(false)

  const remove = async () => {
    setIsBusy(true)
    try {
      await call<typeof deletePost>('DELETE /api/posts/:id', { params: { id: post.id } })
    } catch (error) {
      // A 404 means that the post is already deleted, perhaps by an earlier attempt whose response was lost.
      if (!(error instanceof CallError && error.status === 404)) {
        setIsBusy(false)
        return showToast({ title: messages.deleteFailed, tone: 'danger' })
      }
    }
    onClose()
    if (isPostPage(post, navigation.location.pathname)) void navigation.push(paths.home)
    else focusNextCard(post.id)
    // The post stays in its page's array, marked as deleted, because a page with fewer posts than the limit
    // counts as the last one.
    patchEntity(client, 'post', post.id, (copy) => ({ ...copy, isDeleted: true }))
    invalidatePostLists(client, post.user.id)
    showToast({ title: messages.deleted, tone: 'success' })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title={texts.deleteTitle}
      description={texts.deleteText(post.title)}
    >
      <ul className="mb-5 list-disc pl-5 text-sm">
        {deletedItems(post, votes).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2 narrow:flex-col-reverse">
        <Button onClick={onClose} disabled={isBusy}>
          {texts.cancel}
        </Button>
        <Button variant="danger" busy={isBusy} busyLabel={texts.deleting} onClick={() => void remove()}>
          {texts.delete}
        </Button>
      </div>
    </Dialog>
  )
}

const deletedItems = (
  { commentCount, score, bookmarkCount, exampleFiles }: PostCard,
  votes: number | undefined,
): string[] => [
  ...(commentCount ? [texts.deleteComments(commentCount)] : []),
  ...(votes === undefined ? [texts.deleteVotes(score)] : []),
  ...(votes ? [texts.deleteCountedVotes(votes, score)] : []),
  ...(bookmarkCount ? [texts.deleteBookmarks(bookmarkCount)] : []),
  ...(exampleFiles.length ? [texts.deleteFiles(exampleFiles.length)] : []),
  texts.deleteLink,
]

export default DeletePostDialog
