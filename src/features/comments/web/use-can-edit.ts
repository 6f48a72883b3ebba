import { useEffect, useState } from 'react'
import { type Comment, EDIT_WINDOW_MS } from '#features/comments/contract.ts'
import { may } from '#features/comments/may.ts'
import { useCurrentUser } from '#features/identity/web/queries.ts'

/**
 * Whether the member can edit the comment. False during server-side rendering, which has no browser clock.
 */
export const useCanEdit = (comment: Comment): boolean => {
  const user = useCurrentUser()
  const [now, setNow] = useState<number>()
  const isOwn = user !== null && user.id === comment.userId
  const end = Date.parse(comment.createdAt) + EDIT_WINDOW_MS
  useEffect(() => {
    if (!isOwn || end <= Date.now()) return
    setNow(Date.now())
    const timer = setTimeout(() => setNow(Date.now()), end - Date.now())
    return () => clearTimeout(timer)
  }, [isOwn, end])
  return now !== undefined && may.editComment(user, comment, now)
}
