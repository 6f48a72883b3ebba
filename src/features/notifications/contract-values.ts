/**
 * The path of the event stream. It responds with `text/event-stream`, so it is not declared with `endpoint`.
 */
export const STREAM_PATH = '/api/notifications/stream'

/** Counting stops here; the interface shows no exact number beyond it. */
export const MAX_UNREAD_COUNT = 1_000

/** Counting the members of a group stops here; the interface then says "at least". */
export const MAX_GROUP_SIZE = 1_000

export const messages = {
  notFound: 'Notification not found',
  tooManyStreams: 'Too many open streams',
} as const
