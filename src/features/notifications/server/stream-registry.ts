import type { ServerResponse } from 'node:http'

/** An open event stream to one browser. `session` is the hexadecimal hash of the session token. */
export type NotificationStream = { userId: number; session: string; response: ServerResponse }

const MAX_STREAMS_PER_PROCESS = 5_000
/** The minimum time between two `changed` events to the same member. */
const MIN_INTERVAL_MS = 1_000

type MemberStreams = {
  streams: Set<NotificationStream>
  /**
   * The time of the last event in milliseconds, measured with the monotonic clock. If it used the system clock,
   * setting that clock back would delay the next event by the same amount.
   */
  lastSentAt: number
  timer?: NodeJS.Timeout | undefined
  /** Set while an event of `sendChangedToAll` is due; a change in the meantime does not wait for it. */
  spreadTimer?: NodeJS.Timeout | undefined
  /** Set while an event of `sendMemberChangedToAll` is due. */
  memberTimer?: NodeJS.Timeout | undefined
}

/**
 * Writes to a stream, or closes it if its client has not read what was written before, or has not even read the end of
 * the stream. Otherwise, the unread events of a client that never reads would fill the memory. The browser reconnects.
 */
const write = (response: ServerResponse, text: string): void => {
  if (response.writableNeedDrain || response.writableEnded) response.destroy()
  else response.write(text)
}

/**
 * Creates a registry of this process's open streams, by member. An event signals only that something has
 * changed; the browser then refetches through the API.
 */
export const createStreamRegistry = () => {
  const members = new Map<number, MemberStreams>()
  let size = 0

  const remove = (stream: NotificationStream) => {
    const member = members.get(stream.userId)
    if (!member?.streams.delete(stream)) return
    size -= 1
    if (member.streams.size > 0) return
    clearTimeout(member.timer)
    clearTimeout(member.spreadTimer)
    clearTimeout(member.memberTimer)
    members.delete(stream.userId)
  }

  const sendNow = (member: MemberStreams) => {
    member.timer = undefined
    clearTimeout(member.spreadTimer)
    member.spreadTimer = undefined
    member.lastSentAt = performance.now()
    for (const { response } of member.streams) write(response, 'event: changed\ndata:\n\n')
  }

  const sendMemberNow = (member: MemberStreams) => {
    member.memberTimer = undefined
    for (const { response } of member.streams) write(response, 'event: member\ndata:\n\n')
  }

  const all = () => [...members.values()].flatMap(({ streams }) => [...streams])

  return {
    isFull: (): boolean => size >= MAX_STREAMS_PER_PROCESS,
    add: (stream: NotificationStream): void => {
      const member = members.get(stream.userId) ?? {
        streams: new Set<NotificationStream>(),
        lastSentAt: -Infinity,
      }
      members.set(stream.userId, member)
      member.streams.add(stream)
      size += 1
      stream.response.once('close', () => remove(stream))
    },
    /**
     * Sends the member's browsers an event saying that their notifications have changed, at most once per
     * `MIN_INTERVAL_MS`.
     */
    sendChanged: (userId: number): void => {
      const member = members.get(userId)
      if (!member || member.timer) return
      const wait = member.lastSentAt + MIN_INTERVAL_MS - performance.now()
      if (wait <= 0) sendNow(member)
      else member.timer = setTimeout(sendNow, wait, member)
    },
    /**
     * Sends the member's browsers an event saying that the member has changed. These events are rare, so they are not
     * throttled.
     */
    sendMemberChanged: (userId: number): void => {
      const member = members.get(userId)
      if (member) sendMemberNow(member)
    },
    /**
     * Sends every browser an event saying that its notifications may have changed, each at a random time within
     * `spreadMs`, because all of them refetch through the API.
     */
    sendChangedToAll: (spreadMs: number): void => {
      for (const member of members.values())
        if (!member.timer && !member.spreadTimer)
          member.spreadTimer = setTimeout(sendNow, Math.random() * spreadMs, member)
    },
    /** Sends every browser an event saying that its member may have changed, like `sendChangedToAll`. */
    sendMemberChangedToAll: (spreadMs: number): void => {
      for (const member of members.values())
        member.memberTimer ??= setTimeout(sendMemberNow, Math.random() * spreadMs, member)
    },
    /** Sends a comment line so that proxies do not close idle connections. */
    sendHeartbeat: (): void => {
      for (const { response } of all()) write(response, ':\n\n')
    },
    list: (userId?: number): NotificationStream[] =>
      userId === undefined ? all() : [...(members.get(userId)?.streams ?? [])],
    endAll: (): void => {
      for (const { response } of all()) response.end()
    },
  }
}
