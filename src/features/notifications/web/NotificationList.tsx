import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useMemo } from 'react'
import { Avatar } from '#web/kit/Avatar.tsx'
import { Button, Spinner } from '#web/kit/Button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import {
  getNotificationAction,
  getNotificationHref,
  getNotificationTitle,
  groupNotifications,
  type NotificationGroup,
  notificationTexts,
} from '../contract-messages.ts'
import { markAllAsRead, markGroupAsRead } from './mark-read.ts'
import { notificationsQuery, unreadCountQuery } from './queries.ts'
import { notificationListTexts } from './texts.ts'

/**
 * Shows a notification group, which links to its first unread comment, its post or its topic. Opening it in any tab
 * marks it as read.
 */
const NotificationItem = ({ group }: { group: NotificationGroup }) => {
  const client = useQueryClient()
  const { newest, opened, names, others, unread } = group
  const { type, fromUser, topic, excerpt } = newest
  const isNew = unread > 0
  const onOpen = () => void markGroupAsRead(client, group)
  return (
    <li className="border-b">
      <SiteLink
        href={getNotificationHref(opened)}
        onClick={onOpen}
        onAuxClick={(event) => event.button === 1 && onOpen()}
        className={classNames('flex items-start gap-3 px-2 py-3 hover:bg-sunken', isNew && 'bg-sunken')}
      >
        {fromUser ? (
          <Avatar username={fromUser.username} picture={fromUser.avatar} size={32} />
        ) : topic ? (
          <Avatar username={topic.name} picture={null} size={32} />
        ) : (
          <span
            aria-hidden
            className="grid size-8 flex-none place-items-center rounded-full border bg-surface text-muted"
          >
            <Icon name={type === 'webhook-disabled' ? 'circle-alert' : 'shield'} size={16} />
          </span>
        )}
        <span className="min-w-0 grow">
          <span className="block text-sm break-words">
            {names.map((name, index) => (
              <Fragment key={name}>
                {index > 0 && <span>{others > 0 ? notificationTexts.comma : notificationTexts.and}</span>}
                <span className="font-semibold">{name}</span>
              </Fragment>
            ))}
            <span>
              {`${others > 0 ? notificationTexts.others(others, newest.groupSize) : ''} ${getNotificationAction(newest)} `}
            </span>
            <bdi className="font-medium">{notificationTexts.quoted(getNotificationTitle(newest))}</bdi>
          </span>
          {excerpt && (
            <span dir="auto" className="mt-0.5 line-clamp-2 text-sm break-words text-muted">
              {excerpt}
            </span>
          )}
          <RelativeTime date={newest.createdAt} className="text-xs text-muted" />
        </span>
        {isNew && (
          <span className="flex-none rounded-full border border-current/30 px-1.5 text-[0.6875rem] leading-4 font-semibold text-accent">
            {notificationListTexts.new}
          </span>
        )}
      </SiteLink>
    </li>
  )
}

/**
 * Lists the member's notifications. Comments, votes and bookmarks on the same post or comment are grouped; replies
 * are not.
 */
export const NotificationList = ({ label, empty }: { label: string; empty: ReactNode }) => {
  const client = useQueryClient()
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(notificationsQuery)
  const { data: unread = 0 } = useQuery(unreadCountQuery)
  const groups = useMemo(() => groupNotifications(data?.pages.flat() ?? []), [data])
  if (!data) {
    return error ? (
      <ErrorNotice onRetry={() => void refetch()} retryLabel={notificationListTexts.retry}>
        {notificationListTexts.failed}
      </ErrorNotice>
    ) : (
      <p className="flex items-center gap-2 text-muted">
        <Spinner /> {notificationListTexts.loading}
      </p>
    )
  }
  if (groups.length === 0) return empty
  return (
    <>
      <div className="mb-2 flex items-center justify-between gap-4 cramped:flex-wrap">
        <p className="text-sm text-muted">{unread > 0 && notificationListTexts.unreadNow(unread)}</p>
        <Button
          // `disabled` would make the button lose focus.
          aria-disabled={unread === 0}
          className="aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
          onClick={() => unread > 0 && void markAllAsRead(client)}
        >
          {notificationListTexts.markAll}
        </Button>
      </div>
      <ul aria-label={label} className="flex flex-col">
        {groups.map((group) => (
          <NotificationItem key={group.key} group={group} />
        ))}
      </ul>
      {error && (
        <ErrorNotice onRetry={() => void refetch()} retryLabel={notificationListTexts.retry}>
          {notificationListTexts.failed}
        </ErrorNotice>
      )}
      {hasNextPage && (
        <Button className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {notificationListTexts.older}
        </Button>
      )}
    </>
  )
}
