import type { ReactNode } from 'react'
import { useCurrentUser } from '#web/current-user.ts'
import { lazyDialog } from '#web/lazy-with-preload.tsx'
import { useStore } from '#web/store.ts'
import { postDialogStore } from './post-dialog.ts'

const CreatePostDialog = lazyDialog(() => import('./create/CreatePostDialog.tsx'))
const CannotPublish = lazyDialog(() => import('./create/CannotPublish.tsx'))
const EditPostDialog = lazyDialog(() => import('./edit/EditPostDialog.tsx'))
const DeletePostDialog = lazyDialog(() => import('./delete/DeletePostDialog.tsx'))
const RenewLinkDialog = lazyDialog(() => import('./renew/RenewLinkDialog.tsx'))
const SignOutDialog = lazyDialog(() => import('./sign-out/SignOutDialog.tsx'))

const close = (): void => postDialogStore.set(null)

type Props = { similarPosts: ReactNode; serverDraft: ReactNode }

/**
 * Renders the open dialog about a post; mounted once, in the layout, which passes what later features show in it. Only
 * members see these dialogs (docs/spec/privacy.md#roles).
 */
export const PostDialogs = ({ similarPosts, serverDraft }: Props) => {
  const dialog = useStore(postDialogStore, null)
  const user = useCurrentUser()
  if (!user || !dialog) return null
  if (dialog.kind === 'create' && (user.approval || user.isSuspended))
    return <CannotPublish user={user} onClose={close} />
  if (dialog.kind === 'create')
    return (
      <CreatePostDialog
        key={user.id}
        user={user}
        preset={dialog.preset}
        {...(dialog.stored && { stored: dialog.stored })}
        similarPosts={similarPosts}
        serverDraft={serverDraft}
        onClose={close}
      />
    )
  if (dialog.kind === 'edit')
    return <EditPostDialog key={dialog.post.id} user={user} id={dialog.post.id} onClose={close} />
  if (dialog.kind === 'sign-out')
    return <SignOutDialog titles={dialog.titles} onConfirm={dialog.onConfirm} onClose={close} />
  if (dialog.kind === 'renew') return <RenewLinkDialog post={dialog.post} onClose={close} />
  return <DeletePostDialog post={dialog.post} onClose={close} />
}
