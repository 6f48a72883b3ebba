import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { announce } from '#web/kit/LiveRegion.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { useListChange } from '#web/use-list-change.ts'
import type { addToCollection, Collection, removeFromCollection } from '../contract.ts'
import CollectionFormDialog from './CollectionFormDialog.tsx'
import { ownCollectionsQuery } from './queries.ts'
import { texts } from './texts.ts'

/** The member's collections with a checkbox each, and a way to a new one. Loaded when first opened. */
const AddDialog = ({ postId, onClose }: { postId: number; onClose(): void }) => {
  const user = useCurrentUser()
  const { data, isError } = useQuery(ownCollectionsQuery([postId]))
  const { isBusy, run } = useListChange('collections')
  const [isCreating, setIsCreating] = useState(false)
  const toggle = async ({ id, title }: Collection, hasPost: boolean) => {
    const change = () =>
      call<typeof addToCollection | typeof removeFromCollection>(
        hasPost ? 'DELETE /api/collections/:id/posts/:postId' : 'PUT /api/collections/:id/posts/:postId',
        { params: { id, postId } },
      )
    if (await run(texts.changeFailed, change)) announce(hasPost ? texts.removed(title) : texts.added(title))
  }
  if (isCreating) return <CollectionFormDialog postId={postId} onClose={() => setIsCreating(false)} />
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.addTitle}
      description={texts.addText}
    >
      {isError && <Notice>{texts.loadFailed}</Notice>}
      {data && data.length > 0 && (
        <ul className="flex max-h-80 flex-col overflow-y-auto">
          {data.map(({ hasPost, ...collection }) => (
            <li key={collection.id}>
              <label className="control flex items-center gap-2 text-sm">
                <input
                  type="checkbox"
                  checked={hasPost}
                  disabled={isBusy}
                  onChange={() => void toggle(collection, hasPost)}
                />
                <span className="min-w-0 grow truncate" dir="auto">
                  {collection.title}
                </span>
                <span className="text-xs text-muted">{texts.badges[collection.visibility]}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {data?.length === 0 && <p className="text-sm text-muted">{texts.emptyText}</p>}
      <div className="mt-4 flex flex-wrap justify-between gap-2 narrow:flex-col-reverse">
        {user?.isMuted ? <span /> : <Button onClick={() => setIsCreating(true)}>{texts.create}</Button>}
        <Button variant="primary" onClick={onClose}>
          {texts.done}
        </Button>
      </div>
    </Dialog>
  )
}

export default AddDialog
