import { useState } from 'react'
import { paths } from '#core/paths.ts'
import { copyText } from '#features/posts/web/share-link.ts'
import { call } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx'
import { Markdown } from '#web/kit/Markdown.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { showToast } from '#web/kit/toast.ts'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import { useNavigation, useSite } from '#web/navigation/navigation-context.ts'
import { useListChange } from '#web/use-list-change.ts'
import type { Collection, deleteCollection } from '../contract.ts'
import { texts } from './texts.ts'

const CollectionFormDialog = lazyWithPreload(() => import('./CollectionFormDialog.tsx'))

/** What a collection is about, and what its owner can do with it. */
export const CollectionHeader = ({ collection }: { collection: Collection }) => {
  const { title, description, visibility, user, itemCount } = collection
  const isOwn = useCurrentUser()?.id === user.id
  return (
    <header className="border-b pb-4">
      <h1 dir="auto" className="text-xl font-semibold tracking-tight wrap-anywhere">
        {title}
      </h1>
      <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
        <span>
          {texts.by}{' '}
          <SiteLink href={paths.profile(user.username)} className="font-medium text-ink hover:underline">
            {user.username}
          </SiteLink>
        </span>
        <span>{texts.count(itemCount)}</span>
        {isOwn && <span>{texts.badges[visibility]}</span>}
      </p>
      {description && <Markdown text={description} className="mt-2 max-w-[68ch]" />}
      <Actions collection={collection} isOwn={isOwn} />
    </header>
  )
}

const Actions = ({ collection, isOwn }: { collection: Collection; isOwn: boolean }) => {
  const site = useSite()
  const user = useCurrentUser()
  const navigation = useNavigation()
  const { isBusy, run } = useListChange('collections')
  const [opened, setOpened] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpened(null)
  const remove = async () => {
    const isDeleted = await run(texts.deleteFailed, async () => {
      await call<typeof deleteCollection>('DELETE /api/collections/:id', { params: { id: collection.id } })
      await navigation.replace(isOwn ? paths.collections : paths.profile(collection.user.username))
    })
    if (isDeleted) showToast({ title: texts.deleted, tone: 'success' })
    else close()
  }
  const url = site.url + paths.collection(collection)
  return (
    <div className="mt-3 flex flex-wrap gap-2 scripting-none:hidden">
      {collection.visibility !== 'private' && (
        <Button onClick={() => void copyText(url, texts.linkCopied, texts.copyFailed)}>
          {texts.copyLink}
        </Button>
      )}
      {isOwn && !user?.isMuted && <Button onClick={() => setOpened('edit')}>{texts.edit}</Button>}
      {(isOwn || user?.isAdmin) && <Button onClick={() => setOpened('delete')}>{texts.delete}</Button>}
      {opened === 'edit' && <CollectionFormDialog collection={collection} onClose={close} />}
      {opened === 'delete' && (
        <ConfirmDialog
          title={texts.deleteTitle}
          text={texts.deleteText}
          confirmLabel={texts.delete}
          busyLabel={texts.deleting}
          isBusy={isBusy}
          onConfirm={() => void remove()}
          onClose={close}
        />
      )}
    </div>
  )
}
