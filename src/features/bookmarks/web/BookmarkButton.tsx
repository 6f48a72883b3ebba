import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCurrentUser } from '#web/current-user.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { preloadToasts } from '#web/kit/Toasts.tsx'
import { showToast } from '#web/kit/toast.ts'
import { registerPendingActionHandler } from '#web/pending-action.ts'
import { requestSignIn } from '#web/sign-in-request.ts'
import { bookmarkTexts } from './texts.ts'

type Props = { postId: number; isBookmarked: boolean; className: string }

/** Toggles a bookmark. Visitors are asked to sign in, and the post is bookmarked afterwards. */
export const BookmarkButton = ({ postId, isBookmarked, className }: Props) => {
  const client = useQueryClient()
  const isMember = useCurrentUser() !== null
  useEffect(() => {
    registerPendingBookmark(client)
    // Preloads the code, so that the first click works even if the network fails.
    if (!isMember) return
    void load()
    preloadToasts()
  }, [client, isMember])
  const onClick = () =>
    isMember ? void set(client, postId) : requestSignIn('bookmark', { kind: 'bookmark', postId })
  const label = isBookmarked ? bookmarkTexts.bookmarked : bookmarkTexts.bookmark
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isBookmarked}
      data-act="bookmark"
      onClick={onClick}
      className={className}
    >
      <Icon name="bookmark" size={16} className={isBookmarked ? 'fill-accent-fill text-accent' : undefined} />
      <span className="narrow:hidden">{label}</span>
    </button>
  )
}

const load = () => import('./toggle-bookmark.ts').catch(() => null)

const set = async (client: QueryClient, postId: number, isBookmarked?: boolean): Promise<void> => {
  const code = await load()
  if (code) await code.toggleBookmark(client, postId, isBookmarked)
  else showToast({ title: bookmarkTexts.failed, tone: 'danger' })
}

let isRegistered = false

const registerPendingBookmark = (client: QueryClient): void => {
  if (isRegistered) return
  isRegistered = true
  registerPendingActionHandler('bookmark', ({ postId }) => void set(client, postId, true))
}
