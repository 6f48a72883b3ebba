import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { groupNotifications } from '#features/notifications/web/group-notifications.ts'
import { markAll } from '#features/notifications/web/mark-read.ts'
import { NotificationLine } from '#features/notifications/web/NotificationLine.tsx'
import { notificationsQuery, unreadQuery } from '#features/notifications/web/queries.ts'
import { texts } from '#features/notifications/web/texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { Spinner } from '#web/kit/Spinner.tsx'

/** The member's notifications. Votes and bookmarks on the same post or comment are grouped. */
export const NotificationList = ({ label, empty }: { label: string; empty: ReactNode }) => {
  const client = useQueryClient()
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(notificationsQuery)
  const { data: unread = 0 } = useQuery(unreadQuery)
  const groups = useMemo(() => groupNotifications(data?.pages.flat() ?? []), [data])
  if (!data) {
    return error ? (
      <Notice onRetry={() => void refetch()} retryLabel={texts.retry}>
        {texts.failed}
      </Notice>
    ) : (
      <p className="flex items-center gap-2 text-muted">
        <Spinner /> {texts.loading}
      </p>
    )
  }
  if (groups.length === 0) return empty
  return (
    <>
      <div className="mb-2 flex items-center justify-between gap-4">
        <p className="text-sm text-muted">{unread > 0 && texts.unreadNow(unread)}</p>
        <Button
          // `disabled` would lose the focus.
          aria-disabled={unread === 0}
          className="aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
          onClick={() => unread > 0 && void markAll(client)}
        >
          {texts.markAll}
        </Button>
      </div>
      <ul aria-label={label} className="flex flex-col">
        {groups.map((group) => (
          <NotificationLine key={group.newest.id} group={group} />
        ))}
      </ul>
      {error && (
        <Notice onRetry={() => void refetch()} retryLabel={texts.retry}>
          {texts.failed}
        </Notice>
      )}
      {hasNextPage && (
        <Button className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.older}
        </Button>
      )}
    </>
  )
}
