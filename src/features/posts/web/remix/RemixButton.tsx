import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCurrentUser } from '#web/current-user.ts'
import { preloadDialog } from '#web/kit/Dialog.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { showToast } from '#web/kit/toast.ts'
import { registerPendingActionHandler } from '#web/pending-action.ts'
import { requestSignIn } from '#web/sign-in-request.ts'
import type { PostCard } from '../../contract.ts'
import { preloadPostDialog } from '../PostDialogs.tsx'
import { postTexts } from '../texts.ts'

const remix = (client: QueryClient, id: number): void => {
  import('./remix-post.ts').then(
    ({ remixPost }) => remixPost(client, id),
    () => showToast({ title: postTexts.remixFailed, description: postTexts.tryAgain, tone: 'danger' }),
  )
}

/** A button that starts a new post based on this one. Visitors must sign in first. */
export const RemixButton = ({ post, className }: { post: PostCard; className: string }) => {
  const client = useQueryClient()
  const isMember = useCurrentUser() !== null
  useEffect(() => registerPendingActionHandler('remix', ({ postId }) => remix(client, postId)), [client])
  return (
    <button
      type="button"
      aria-label={postTexts.remix}
      onPointerEnter={isMember ? () => preloadPostDialog('create') : preloadDialog}
      onClick={() =>
        isMember ? remix(client, post.id) : requestSignIn('post', { kind: 'remix', postId: post.id })
      }
      className={className}
    >
      <Icon name="git-fork" size={16} />
      <span className="narrow:hidden">{postTexts.remix}</span>
    </button>
  )
}
