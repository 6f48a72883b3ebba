import { collectDialogPostIdStore } from '#features/bookmarks/web/collect-request.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { preloadDialog } from '#web/kit/Dialog.tsx'
import { requestSignIn } from '#web/sign-in-request.ts'
import { preloadCollectDialog } from './CollectDialogHost.tsx'
import { collectionTexts } from './texts.ts'

/** Opens the dialog in which a member chooses collections for a post. Visitors are asked to sign in. */
export const AddToCollectionButton = ({ postId }: { postId: number }) => {
  const isMember = useCurrentUser() !== null
  return (
    <Button
      variant="ghost"
      className="px-0! scripting-none:hidden"
      onPointerEnter={isMember ? preloadCollectDialog : preloadDialog}
      onClick={() => (isMember ? collectDialogPostIdStore.set(postId) : requestSignIn('bookmark'))}
    >
      {collectionTexts.add}
    </Button>
  )
}
