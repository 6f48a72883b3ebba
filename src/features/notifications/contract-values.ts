/** The path of the event stream, which the browser opens with `EventSource`. */
export const STREAM_PATH = '/api/notifications/stream'

/** Counting stops here; the interface shows no exact number beyond it. */
export const MAX_UNREAD_COUNT = 1_000

/** Counting the members of a group stops here; the interface then says "at least". */
export const MAX_GROUP_SIZE = 1_000
