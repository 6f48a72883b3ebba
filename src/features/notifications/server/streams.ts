import type { ServerResponse } from 'node:http'

/** An open answer to one browser, and the session that opened it (its token's hash, in hexadecimal). */
export type Stream = { userId: number; session: string; response: ServerResponse }

export const MOST_OF_MEMBER = 10
export const MOST_OF_PROCESS = 5_000
/** So often at most is one member told that something has changed, however much does. */
const PACE_MS = 1_000

type Listener = { streams: Set<Stream>; toldAt: number; timer?: NodeJS.Timeout | undefined }

/**
 * The open streams of this process, by member. What they carry is only that something has changed: what it is, the
 * browser asks for, and is answered as always.
 */
export const openStreams = () => {
  const members = new Map<number, Listener>()
  let size = 0

  const remove = (stream: Stream) => {
    const member = members.get(stream.userId)
    if (!member?.streams.delete(stream)) return
    size -= 1
    if (member.streams.size > 0) return
    clearTimeout(member.timer)
    members.delete(stream.userId)
  }

  const tell = (member: Listener) => {
    member.timer = undefined
    member.toldAt = Date.now()
    for (const { response } of member.streams) response.write('event: changed\ndata:\n\n')
  }

  const all = () => [...members.values()].flatMap(({ streams }) => [...streams])

  return {
    /** Which bound one more stream of this member would break. */
    full: (userId: number): 'member' | 'process' | null => {
      if (size >= MOST_OF_PROCESS) return 'process'
      return (members.get(userId)?.streams.size ?? 0) >= MOST_OF_MEMBER ? 'member' : null
    },
    add: (stream: Stream): void => {
      const member = members.get(stream.userId) ?? { streams: new Set<Stream>(), toldAt: 0 }
      members.set(stream.userId, member)
      member.streams.add(stream)
      size += 1
      stream.response.once('close', () => remove(stream))
    },
    /** Something of this member's has changed. */
    changed: (userId: number): void => {
      const member = members.get(userId)
      if (!member || member.timer) return
      const wait = member.toldAt + PACE_MS - Date.now()
      if (wait <= 0) tell(member)
      else member.timer = setTimeout(tell, wait, member)
    },
    /** They themself have: rare, so it is told at once. */
    memberChanged: (userId: number): void => {
      for (const { response } of members.get(userId)?.streams ?? [])
        response.write('event: member\ndata:\n\n')
    },
    /** Something of anybody's may have. */
    allChanged: (): void => {
      for (const member of members.values()) if (!member.timer) tell(member)
    },
    /** A word that means nothing, so that nobody on the way takes the connection for dead. */
    beat: (): void => {
      for (const { response } of all()) response.write(':\n\n')
    },
    list: (userId?: number): Stream[] =>
      userId === undefined ? all() : [...(members.get(userId)?.streams ?? [])],
    endAll: (): void => {
      for (const { response } of all()) response.end()
    },
  }
}
