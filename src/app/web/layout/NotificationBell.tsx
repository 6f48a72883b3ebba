import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { paths } from '#core/paths.ts'
import { unreadCountQuery } from '#features/notifications/web/queries.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { announce } from '#web/kit/LiveRegion.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { layoutTexts } from './texts.ts'

const MOST = 9

const shown = (count: number) => (count > MOST ? `${MOST}+` : String(count))

/**
 * The link to the notifications, with the unread count, which is shown as `9+` above nine (docs/spec/pages.md#header).
 */
export const NotificationBell = () => {
  const unread = useUnread()
  return (
    <SiteLink
      href={paths.notifications}
      aria-label={unread ? layoutTexts.unread(shown(unread)) : layoutTexts.notifications}
      className="control-square relative inline-flex items-center justify-center rounded-lg text-muted hover:bg-sunken hover:text-ink"
    >
      <Icon name="bell" size={18} />
      {unread > 0 && (
        <span aria-hidden className="unread-count">
          {shown(unread)}
        </span>
      )}
    </SiteLink>
  )
}

/** Returns the unread count. Server-sent events keep it up to date, and an increase is announced to screen readers. */
const useUnread = (): number => {
  const client = useQueryClient()
  const { data: unread = 0 } = useQuery(unreadCountQuery)
  const known = useRef(unread)
  useEffect(() => {
    if (unread > known.current) announce(layoutTexts.unread(shown(unread)))
    known.current = unread
  }, [unread])
  useEffect(() => {
    let isGone = false
    let stop: (() => void) | undefined
    // If the import fails, the count is still polled every 30 seconds.
    import('#features/notifications/web/watch-notifications.ts').then(
      ({ watchNotifications }) => {
        if (!isGone) stop = watchNotifications(client)
      },
      () => null,
    )
    return () => {
      isGone = true
      stop?.()
    }
  }, [client])
  return unread
}
