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

/** Fetches the code ahead, when the pointer or the focus comes near what opens it. */
export const preparePostDialog = (kind: 'create' | 'change'): void => {
  prepareDialog()
  const parts = kind === 'create' ? [CreatePostDialog] : [EditPostDialog, DeletePostDialog]
  for (const part of parts) part.prepare()
}

const close = (): void => postDialog.set(null)

/** Where the dialogs about posts are opened; stands once in the layout. Only members have them (section 6). */
export const PostDialogs = () => {
  const asked = useStore(postDialog, null)
  const user = useCurrentUser()
  // Back leaves the page that a dialog was opened on, and what it was about.
  useEffect(() => {
    addEventListener('popstate', close)
    return () => removeEventListener('popstate', close)
  }, [])
  if (!user || !asked) return null
  if (asked.kind === 'create')
    return <CreatePostDialog key={user.id} user={user} preset={asked.preset} onClose={close} />
  if (asked.kind === 'edit')
    return <EditPostDialog key={asked.post.id} user={user} id={asked.post.id} onClose={close} />
  if (asked.kind === 'sign-out')
    return <SignOutDialog titles={asked.titles} onConfirm={asked.onConfirm} onClose={close} />
  if (asked.kind === 'renew') return <RenewLinkDialog post={asked.post} onClose={close} />
  if (asked.kind === 'remove') return <RemovePostDialog post={asked.post} onClose={close} />
  return <DeletePostDialog post={asked.post} onClose={close} />
}
