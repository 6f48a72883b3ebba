import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#server/database/connect.ts'
import { aSession, aUser } from './builders.ts'
import type { ServerProcess } from './server-process.ts'

/** The pause after a rejected write. */
const RETRY_PAUSE_MS = 20

export type Writers = {
  /** The number of responses by status; `0` counts connections that the server refused or reset. */
  statuses: Map<number, number>
  /** Responses that were neither a success nor a 503 with Retry-After. */
  unexpected: string[]
  /** The duration of the slowest response so far, in milliseconds. */
  slowest(): number
  acknowledged(): number
  stop(): Promise<void>
  /** Returns those of the acknowledged comments, or of the `first` ones, that are missing from the database. */
  listLost(database: Database, first?: number): Promise<number[]>
}

/** Starts `count` members who comment and vote without a pause until they are stopped. */
export const startWriters = async (
  server: ServerProcess,
  database: Database,
  count: number,
): Promise<Writers> => {
  const members = await Promise.all(
    Array.from({ length: count }, async () => aSession(database, await aUser(database))),
  )
  const statuses = new Map<number, number>()
  const unexpected: string[] = []
  const comments: { id: number; content: string }[] = []
  let slowest = 0
  let isStopped = false

  const send = async (member: Record<string, string>, path: string, body: object) => {
    const since = performance.now()
    try {
      const response = await fetch(server.url + path, {
        method: 'POST',
        headers: {
          ...member,
          origin: `http://localhost:${server.port}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(30_000),
      })
      const text = await response.text()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      const isOverload = response.status === 503 && Number(response.headers.get('retry-after')) > 0
      if (!response.ok && !isOverload) unexpected.push(`${path} ${response.status} ${text}`)
      return response.ok ? (JSON.parse(text) as { id?: number }) : null
    } catch (error) {
      statuses.set(0, (statuses.get(0) ?? 0) + 1)
      unexpected.push(`${path} ${String((error as Error).cause ?? error)}`)
      return null
    } finally {
      slowest = Math.max(slowest, performance.now() - since)
    }
  }

  const publish = async (n: number) => {
    const text = { title: `Title ${n}`, description: 'Words', prompt: `Prompt ${n}`, type: 'Text' }
    return send(members[0] ?? {}, '/api/posts', text)
  }
  const posts = await Promise.all([0, 1, 2, 3].map(publish))

  const write = async (member: Record<string, string>, at: number) => {
    for (let n = 0; !isStopped; n += 1) {
      const postId = posts[(at + n) % posts.length]?.id
      const content = randomBytes(8).toString('hex')
      const comment = n % 3 === 0 ? null : await send(member, '/api/comments', { postId, content })
      if (comment?.id) comments.push({ id: comment.id, content })
      else if (n % 3 !== 0) await delay(RETRY_PAUSE_MS)
      else await send(member, '/api/votes', { postId, value: n % 2 ? 1 : -1 })
    }
  }
  const all = Promise.all(members.map(write))

  return {
    statuses,
    unexpected,
    slowest: () => slowest,
    acknowledged: () => comments.length,
    stop: async () => {
      isStopped = true
      await all
    },
    listLost: async ({ sql }, first = comments.length) => {
      const expected = comments.slice(0, first)
      const ids = expected.map(({ id }) => id)
      const found = await sql<{ id: number; content: string }[]>`
        select id, content from comments where id = any(${ids}::integer[])`
      const stored = new Map(found.map(({ id, content }) => [id, content]))
      // A database that has lost commits gives their ids to later rows.
      return expected.flatMap(({ id, content }) => (stored.get(id) === content ? [] : [id]))
    },
  }
}
