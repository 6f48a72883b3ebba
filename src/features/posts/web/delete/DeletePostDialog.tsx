import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#core/paths.ts'
import { ApiError, callApi } from '#web/api-client.ts'
import { patchEntity } from '#web/entity-cache.ts'
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx'
import { showToast } from '#web/kit/toast.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import type { deletePost, PostCard } from '../../contract.ts'
import { postMessages } from '../../contract-messages.ts'
import { postFormTexts } from '../form/texts.ts'
import { invalidatePostLists } from '../invalidate-post-lists.ts'
import { focusNextCard, isPostPage } from './after-deletion.ts'
import { postVotesQuery } from './queries.ts'

type Props = { post: PostCard; onClose(): void }

/**
 * Lists what will be deleted, asks for confirmation and deletes the post (docs/spec/flows.md#deleting). Its code is
 * loaded when it is first opened.
 */
const DeletePostDialog = ({ post, onClose }: Props) => {
  const client = useQueryClient()
  const navigation = useNavigation()
  // This request is optional: if the votes cannot be counted, the dialog shows the score instead.
  const { data: votes } = useQuery(postVotesQuery(post.id))
  const [isBusy, setIsBusy] = useState(false)

  const remove = async () => {
    setIsBusy(true)
    try {
      await callApi<typeof deletePost>('DELETE /api/posts/:id', { params: { id: post.id } })
    } catch (error) {
      // A 404 means that the post is already deleted, perhaps by an earlier attempt whose response was lost.
      if (!(error instanceof ApiError && error.status === 404)) {
        setIsBusy(false)
        return showToast({ title: postMessages.deleteFailed, tone: 'danger' })
      }
    }
    onClose()
    if (isPostPage(post, navigation.location.pathname)) void navigation.push(paths.home)
    else focusNextCard(post.id)
    // The post stays in its page's array, marked as deleted, because a page with fewer posts than the limit would count
    // as the last page.
    patchEntity(client, 'post', post.id, (copy) => ({ ...copy, isDeleted: true }))
    void invalidatePostLists(client, post.user.id)
    showToast({ title: postMessages.deleted, tone: 'success' })
  }
  return (
    <ConfirmDialog
      title={postFormTexts.deleteTitle}
      text={postFormTexts.deleteText(post.title)}
      confirmLabel={postFormTexts.delete}
      busyLabel={postFormTexts.deleting}
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <ul className="list-disc pl-5 text-sm">
        {deletedItems(post, votes).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

const deletedItems = (
  { commentCount, score, bookmarkCount, exampleFiles }: PostCard,
  votes: number | undefined,
): string[] => [
  ...(commentCount ? [postFormTexts.deleteComments(commentCount)] : []),
  ...(votes === undefined ? [postFormTexts.deleteVotes(score)] : []),
  ...(votes ? [postFormTexts.deleteCountedVotes(votes, score)] : []),
  ...(bookmarkCount ? [postFormTexts.deleteBookmarks(bookmarkCount)] : []),
  ...(exampleFiles.length ? [postFormTexts.deleteFiles(exampleFiles.length)] : []),
  postFormTexts.deleteLink,
]

export default DeletePostDialog
