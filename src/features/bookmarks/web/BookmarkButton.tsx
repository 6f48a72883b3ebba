import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import BookmarkIcon from 'lucide-react/icons/bookmark'
import { useEffect } from 'react'
import { texts } from '#features/bookmarks/web/texts.ts'
import { askToSignIn } from '#features/identity/web/ask-to-sign-in.ts'
import { onSignedIn } from '#features/identity/web/pending-action.ts'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import { prepareToasts } from '#web/kit/Toasts.tsx'
import { toast } from '#web/kit/toast.ts'

type Props = { postId: number; isBookmarked: boolean; className: string }

/** Toggles a bookmark. A visitor is asked to sign in, and the post is bookmarked afterwards. */
export const BookmarkButton = ({ postId, isBookmarked, className }: Props) => {
  const client = useQueryClient()
  const isMember = useCurrentUser() !== null
  useEffect(() => {
    registerPendingBookmark(client)
    // Preloads the code, so that the first click works even if the network fails.
    if (!isMember) return
    void load()
    prepareToasts()
  }, [client, isMember])
  const onClick = () =>
    isMember ? void set(client, postId) : askToSignIn('bookmark', { kind: 'bookmark', postId })
  return (
    <button
      type="button"
      aria-label={texts.bookmark}
      aria-pressed={isBookmarked}
      data-act="bookmark"
      onClick={onClick}
      className={className}
    >
      <BookmarkIcon size={16} className={isBookmarked ? 'fill-accent-fill text-accent' : undefined} />
      <span className="narrow:hidden">{texts.bookmark}</span>
    </button>
  )
}

const load = () => import('./set-bookmark.ts').catch(() => null)

const set = async (client: QueryClient, postId: number, isBookmarked?: boolean): Promise<void> => {
  const code = await load()
  if (code) await code.setBookmark(client, postId, isBookmarked)
  else toast({ title: texts.failed, tone: 'danger' })
}

let isRegistered = false

const registerPendingBookmark = (client: QueryClient): void => {
  if (isRegistered) return
  isRegistered = true
  onSignedIn('bookmark', ({ postId }) => void set(client, postId, true))
}
