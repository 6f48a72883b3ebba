import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkResult } from '#core/bulk-schemas.ts'
import { callApi } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { DialogButtons } from '#web/kit/DialogButtons.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { announce } from '#web/kit/LiveRegion.tsx'
import { showToast } from '#web/kit/toast.ts'
import { useListMutation } from '#web/use-list-mutation.ts'
import type { Collection } from '../contract.ts'
import type { addPostsToCollection, removePostsFromCollection } from '../contract-items.ts'
import CollectionFormDialog from './CollectionFormDialog.tsx'
import { editableCollectionsQuery } from './queries.ts'
import { collectionTexts } from './texts.ts'

type Props = {
  postIds: number[]
  /** Called when the dialog closes. `isChanged` is true if a collection was changed. */
  onClose(isChanged: boolean): void
}

/**
 * Lists the member's collections, each with a checkbox, and offers to create a new one. If a collection contains only
 * some of the posts, its checkbox is in the mixed state. Loaded when first opened.
 */
const AddDialog = ({ postIds, onClose }: Props) => {
  const user = useCurrentUser()
  const { data, isError } = useQuery(editableCollectionsQuery(postIds))
  const [isChanged, setIsChanged] = useState(false)
  const count = postIds.length
  // A member without collections can only create one.
  const isFirst = data?.length === 0 && !user?.isMuted
  const { isBusy, run } = useListMutation('collections')
  const [isCreating, setIsCreating] = useState(false)
  const toggle = async ({ id, title }: Collection, hasPost: boolean) => {
    const results: BulkResult[] = []
    const isDone = await run(collectionTexts.changeFailed, async () => {
      results.push(
        await callApi<typeof addPostsToCollection | typeof removePostsFromCollection>(
          hasPost ? 'DELETE /api/collections/:id/posts' : 'POST /api/collections/:id/posts',
          { params: { id }, body: { ids: postIds } },
        ),
      )
    })
    if (!isDone) return
    setIsChanged(true)
    const failed = results.flatMap((result) => result.failed)
    if (failed.length === 0) announce(hasPost ? collectionTexts.removed(title) : collectionTexts.added(title))
    else showToast({ ...partialFailure(failed, count), tone: 'danger' })
  }
  if (isCreating)
    return (
      <CollectionFormDialog
        postIds={postIds}
        onCreated={() => setIsChanged(true)}
        onClose={() => setIsCreating(false)}
      />
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(isChanged)}
      title={collectionTexts.addTitle(count)}
      description={collectionTexts.addText}
    >
      <div className="flex flex-col gap-4">
        {isError && <ErrorNotice>{collectionTexts.loadFailed}</ErrorNotice>}
        {data && data.length > 0 && (
          <ul className="flex max-h-80 flex-col overflow-y-auto">
            {data.map(({ hasPost, hasSomePosts, ...collection }) => (
              <li key={collection.id}>
                <label className="control flex items-center gap-2 text-sm">
                  <input
                    type="checkbox"
                    ref={(input) => {
                      if (input) input.indeterminate = hasSomePosts && !hasPost
                    }}
                    checked={hasPost}
                    disabled={isBusy}
                    onChange={() => void toggle(collection, hasPost)}
                  />
                  <span className="min-w-0 grow truncate" dir="auto">
                    {collection.title}
                  </span>
                  <span className="text-xs text-muted">
                    {collection.user.id === user?.id
                      ? collectionTexts.badges[collection.visibility]
                      : `${collectionTexts.by} ${collection.user.username}`}
                  </span>
                </label>
              </li>
            ))}
          </ul>
        )}
        {data?.length === 0 && <p className="text-sm text-muted">{collectionTexts.emptyText}</p>}
        <DialogButtons>
          {!user?.isMuted && (
            <Button
              variant={isFirst ? 'primary' : 'plain'}
              className="wide:mr-auto"
              onClick={() => setIsCreating(true)}
            >
              {collectionTexts.create}
            </Button>
          )}
          <Button variant={isFirst ? 'plain' : 'primary'} onClick={() => onClose(isChanged)}>
            {collectionTexts.done}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}

/** Returns a toast message that says how many posts were not added and why. */
const partialFailure = (failed: BulkResult['failed'], count: number) => ({
  title: count === 1 ? collectionTexts.changeFailed : collectionTexts.notAdded(failed.length, count),
  description: [...new Set(failed.map(({ message }) => message))].join(' '),
})

export default AddDialog
