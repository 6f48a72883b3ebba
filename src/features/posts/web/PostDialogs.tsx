import { useEffect } from 'react'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import { postDialog } from '#features/posts/web/post-dialog.ts'
import { prepareDialog } from '#web/kit/Dialog.tsx'
import { later } from '#web/later.tsx'
import { useStore } from '#web/store.ts'

const CreatePostDialog = later(() => import('./create/CreatePostDialog.tsx'))
const EditPostDialog = later(() => import('./edit/EditPostDialog.tsx'))
const DeletePostDialog = later(() => import('./delete/DeletePostDialog.tsx'))
const RenewLinkDialog = later(() => import('./renew/RenewLinkDialog.tsx'))
const SignOutDialog = later(() => import('./sign-out/SignOutDialog.tsx'))
const RemovePostDialog = later(() => import('./remove/RemovePostDialog.tsx'))

/** Preloads the code when the pointer or the focus reaches the button that opens the dialog. */
export const preparePostDialog = (kind: 'create' | 'change'): void => {
  prepareDialog()
  const lazyDialogs = kind === 'create' ? [CreatePostDialog] : [EditPostDialog, DeletePostDialog]
  for (const lazyDialog of lazyDialogs) lazyDialog.prepare()
}

const close = (): void => postDialog.set(null)

/**
 * Renders the open dialog about a post; the layout contains it once. Only members have these dialogs
 * (docs/spec/privacy.md#roles).
 */
export const PostDialogs = () => {
  const dialog = useStore(postDialog, null)
  const user = useCurrentUser()
  // Going back leaves the page that the dialog belongs to, so the dialog closes.
  useEffect(() => {
    addEventListener('popstate', close)
    return () => removeEventListener('popstate', close)
  }, [])
  if (!user || !dialog) return null
  if (dialog.kind === 'create')
    return <CreatePostDialog key={user.id} user={user} preset={dialog.preset} onClose={close} />
  if (dialog.kind === 'edit')
    return <EditPostDialog key={dialog.post.id} user={user} id={dialog.post.id} onClose={close} />
  if (dialog.kind === 'sign-out')
    return <SignOutDialog titles={dialog.titles} onConfirm={dialog.onConfirm} onClose={close} />
  if (dialog.kind === 'renew') return <RenewLinkDialog post={dialog.post} onClose={close} />
  if (dialog.kind === 'remove') return <RemovePostDialog post={dialog.post} onClose={close} />
  return <DeletePostDialog post={dialog.post} onClose={close} />
}
