import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { buildUrl } from '#core/endpoint.ts'
import { paths } from '#core/paths.ts'
import { removalRequestStore } from '#features/posts/web/removal-request.ts'
import { copyText } from '#features/posts/web/share-link.ts'
import { callApi } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import { Button } from '#web/kit/Button.tsx'
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { Menu } from '#web/kit/Menu.tsx'
import type { MenuItem } from '#web/kit/menu-item.ts'
import { showToast } from '#web/kit/toast.ts'
import { lazyDialog } from '#web/lazy-with-preload.tsx'
import { listModerationItems } from '#web/moderation-items.ts'
import { useNavigation, useSite } from '#web/navigation/navigation-context.ts'
import { useListMutation } from '#web/use-list-mutation.ts'
import type { CollectionDetails, deleteCollection, exportCollection } from '../contract.ts'
import type { removeEditor } from '../contract-sharing.ts'
import { exportFormats } from '../contract-values.ts'
import { FollowCollectionButton } from './FollowCollectionButton.tsx'
import { collectionTexts } from './texts.ts'

const CollectionFormDialog = lazyDialog(() => import('./CollectionFormDialog.tsx'))
const ShareDialog = lazyDialog(() => import('./ShareDialog.tsx'))
const EditorsDialog = lazyDialog(() => import('./EditorsDialog.tsx'))
const DownloadDialog = lazyDialog(() => import('#features/posts/web/download/DownloadDialog.tsx'))
const EXPORT_PATH: (typeof exportCollection)['path'] = '/api/collections/:id/export'

/** Shows the actions for a collection. Everybody can follow and share it; only its owner can change it. */
export const CollectionActions = ({ collection }: { collection: CollectionDetails }) => {
  const { id, role, visibility, isRemoved } = collection
  const client = useQueryClient()
  const site = useSite()
  const user = useCurrentUser()
  const navigation = useNavigation()
  const { isBusy, run } = useListMutation('collections')
  const [opened, setOpened] = useState<'edit' | 'share' | 'editors' | 'delete' | 'leave' | 'download' | null>(
    null,
  )
  const close = () => setOpened(null)
  const isOwn = role === 'owner'
  const remove = async () => {
    const isDeleted = await run(collectionTexts.deleteFailed, async () => {
      await callApi<typeof deleteCollection>('DELETE /api/collections/:id', { params: { id } })
      await navigation.replace(paths.collections)
    })
    if (isDeleted) showToast({ title: collectionTexts.deleted, tone: 'success' })
    else close()
  }
  const leave = async () => {
    if (!user) return
    const isLeft = await run(collectionTexts.leaveFailed, async () => {
      const params = { id, userId: user.id }
      await callApi<typeof removeEditor>('DELETE /api/collections/:id/editors/:userId', { params })
      if (visibility === 'private') await navigation.replace(paths.collections)
    })
    if (isLeft) showToast({ title: collectionTexts.left, tone: 'success' })
    close()
  }
  const url = site.url + paths.collection(collection)
  const files = (): MenuItem[] => [
    ...exportFormats.map((format) => ({
      label: collectionTexts.downloads[format],
      href: paths.collectionExport(id, format),
      isFile: true,
    })),
    { label: collectionTexts.downloadFiles, onSelect: () => setOpened('download') },
    ...(visibility === 'private'
      ? []
      : [{ label: collectionTexts.rss, href: paths.collectionFeed(id), isFile: true, separated: true }]),
    ...listModerationItems(
      user,
      { kind: 'collection', id, authorId: collection.user.id },
      (run) => () => setTimeout(run),
    ),
  ]
  return (
    <div className="mt-3 flex flex-wrap gap-2 scripting-none:hidden narrow:*:px-2.5">
      {!isOwn && visibility !== 'private' && <FollowCollectionButton collection={collection} />}
      {visibility !== 'private' && (
        <Button onClick={() => void copyText(url, collectionTexts.linkCopied, collectionTexts.copyFailed)}>
          {collectionTexts.copyLink}
        </Button>
      )}
      {isOwn && !user?.isMuted && (
        <>
          {visibility === 'private' && !isRemoved && (
            <Button onClick={() => setOpened('share')}>{collectionTexts.share}</Button>
          )}
          <Button onClick={() => setOpened('edit')}>{collectionTexts.edit}</Button>
          <Button onClick={() => setOpened('editors')}>{collectionTexts.editors}</Button>
        </>
      )}
      {role === 'editor' && <Button onClick={() => setOpened('leave')}>{collectionTexts.leave}</Button>}
      {isOwn && <Button onClick={() => setOpened('delete')}>{collectionTexts.delete}</Button>}
      {!isOwn && !isRemoved && user?.isAdmin && (
        <Button
          onClick={() =>
            removalRequestStore.set({
              kind: 'collection',
              id,
              title: collection.title,
              author: collection.user.username,
              onRemoved: () => {
                void invalidateLists(client, 'collections')
                void navigation.replace(paths.profile(collection.user.username))
              },
            })
          }
        >
          {collectionTexts.removeAsAdmin}
        </Button>
      )}
      <Menu
        items={files}
        trigger={(wiring) => (
          <Button {...wiring} aria-label={collectionTexts.more} className="px-2.5!">
            <Icon name="ellipsis" size={18} />
          </Button>
        )}
      />
      {opened === 'download' && (
        <DownloadDialog
          title={collectionTexts.downloadFiles}
          getHref={(files) => buildUrl(EXPORT_PATH, { id }, { format: 'zip', files })}
          onClose={close}
        />
      )}
      {opened === 'edit' && <CollectionFormDialog collection={collection} onClose={close} />}
      {opened === 'share' && <ShareDialog collection={collection} onClose={close} />}
      {opened === 'editors' && <EditorsDialog id={id} onClose={close} />}
      {opened === 'leave' && (
        <ConfirmDialog
          title={collectionTexts.leaveTitle}
          text={collectionTexts.leaveText}
          confirmLabel={collectionTexts.leave}
          busyLabel={collectionTexts.leaving}
          isHarmless
          isBusy={isBusy}
          onConfirm={() => void leave()}
          onClose={close}
        />
      )}
      {opened === 'delete' && (
        <ConfirmDialog
          title={collectionTexts.deleteTitle}
          text={collectionTexts.deleteText}
          confirmLabel={collectionTexts.delete}
          busyLabel={collectionTexts.deleting}
          isBusy={isBusy}
          onConfirm={() => void remove()}
          onClose={close}
        />
      )}
    </div>
  )
}
