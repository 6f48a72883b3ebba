import { useState } from 'react'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { preloadDialog } from '#web/kit/Dialog.tsx'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import { requestSignIn } from '#web/sign-in-request.ts'
import { texts } from './texts.ts'

const AddDialog = lazyWithPreload(() => import('./AddDialog.tsx'))

/** Opens the choice of collections for a post. Visitors are asked to sign in. */
export const AddToCollection = ({ postId }: { postId: number }) => {
  const isMember = useCurrentUser() !== null
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        className="px-0! scripting-none:hidden"
        onPointerEnter={isMember ? AddDialog.preload : preloadDialog}
        onClick={() => (isMember ? setIsOpen(true) : requestSignIn('bookmark'))}
      >
        {texts.add}
      </Button>
      {isOpen && <AddDialog postIds={[postId]} onClose={() => setIsOpen(false)} />}
    </>
  )
}
