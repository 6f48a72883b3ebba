import { preloadDialog } from '#web/kit/Dialog.tsx'

/** Loads the dialog's code in advance when the button that opens it is hovered or focused. */
export const preloadPostDialog = (kind: 'create' | 'change'): void => {
  preloadDialog()
  const parts =
    kind === 'create'
      ? [import('./create/CreatePostDialog.tsx')]
      : [import('./edit/EditPostDialog.tsx'), import('./delete/DeletePostDialog.tsx')]
  // Opening the dialog loads it again, and says if that fails.
  Promise.all<unknown>(parts).catch(() => null)
}
