import type { QueryClient } from '@tanstack/react-query'
import { currentUserQuery } from '#web/current-user.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import { NOTIFICATION_STREAM_PATH } from '../contract-values.ts'
import { notificationsQueryKey } from './queries.ts'

/**
 * The name of both the lock that lets one of the browser's tabs own the stream and the channel through which that tab
 * passes events on to the other tabs.
 */
const NAME = 'notifications'
/**
 * How long to wait before reopening a stream that the server rejected: a random time, so that browsers do not all
 * return at once after an outage. Polling takes over in the meantime.
 */
const MIN_REOPEN_MS = 45_000
const MAX_REOPEN_MS = 75_000

/**
 * The events of the stream: `changed` means that the notifications may have changed, and `member` means that
 * the member was muted or has a new moderation notice.
 */
const EVENTS = ['changed', 'member'] as const
type StreamEvent = (typeof EVENTS)[number]

/** Updates the bell and the notification list when events arrive. Returns a cleanup function. */
export const watchNotifications = (client: QueryClient): (() => void) => {
  const stop = new AbortController()
  const tabs = new BroadcastChannel(NAME)
  const changed = () => {
    // A hidden tab refetches when it becomes visible again.
    const refetchType = document.hidden ? 'none' : 'active'
    void client.invalidateQueries({ queryKey: notificationsQueryKey(), refetchType })
    // A vote or comment also changes the member's stats.
    void invalidateLists(client, 'stats')
  }
  const member = () => {
    void client.invalidateQueries(currentUserQuery)
    void invalidateLists(client, 'moderation-notices')
  }
  const handlers: Record<StreamEvent, () => void> = { changed, member }
  tabs.addEventListener('message', ({ data }: MessageEvent<StreamEvent>) => handlers[data]())
  const ownStream = () =>
    listen(stop.signal, (event) => {
      handlers[event]()
      tabs.postMessage(event)
    })
  if (navigator.locks) void navigator.locks.request(NAME, { signal: stop.signal }, ownStream).catch(() => {})
  else void ownStream()
  return () => {
    stop.abort()
    tabs.close()
  }
}

/**
 * Listens for events until the signal aborts. Events may have been missed between the rendering of the page and the
 * opening of the stream, or while the browser was reconnecting. Therefore, `changed` is reported whenever the stream
 * opens, and every kind of event after a reconnection.
 */
const listen = (signal: AbortSignal, onEvent: (event: StreamEvent) => void): Promise<void> =>
  new Promise((resolve) => {
    // The lock may be granted after the signal has already aborted.
    if (signal.aborted) return resolve()
    let source: EventSource
    let timer: ReturnType<typeof setTimeout>
    let wasOpen = false
    const open = () => {
      source = new EventSource(NOTIFICATION_STREAM_PATH)
      for (const event of EVENTS) source.addEventListener(event, () => onEvent(event))
      source.addEventListener('open', () => {
        for (const event of wasOpen ? EVENTS : (['changed'] as const)) onEvent(event)
        wasOpen = true
      })
      source.addEventListener('error', () => {
        if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, getReopenDelay())
      })
    }
    open()
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      source.close()
      resolve()
    })
  })

const getReopenDelay = () => MIN_REOPEN_MS + Math.random() * (MAX_REOPEN_MS - MIN_REOPEN_MS)
