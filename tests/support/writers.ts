import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#server/database/connect.ts'
import { seedCollection, seedSession, seedTopic, seedUser } from './builders.ts'
import { publishPost, type WriteScenario, type WritingMember, writeActions } from './mixed-writes.ts'
import type { ServerProcess } from './server-process.ts'
import { WriteHistory } from './write-history.ts'

/** The pause before a write is repeated, in milliseconds. */
const RETRY_PAUSE_MS = 20
const FIRST_POSTS = 4

export type Writers = {
  /** The number of responses by status; `0` counts connections that the server refused or reset. */
  statuses: Map<number, number>
  /** Responses that were neither successful nor a 503 with Retry-After. */
  unexpected: string[]
  /** Returns the duration of the slowest response so far, in milliseconds. */
  slowest(): number
  acknowledged(): number
  countByKind(): Record<string, number>
  stop(): Promise<void>
  /**
   * Describes the acknowledged writes that are missing from the database. Checks all of them, or only the
   * first `first`. The members may continue writing meanwhile.
   */
  listLost(database: Database, first?: number): Promise<string[]>
}

/**
 * Starts `count` members who write continuously until they are stopped: posts and edits of them, comments, votes,
 * bookmarks and more. They repeat each write until the site acknowledges it.
 */
export const startWriters = async (
  server: Pick<ServerProcess, 'url' | 'port'>,
  database: Database,
  count: number,
): Promise<Writers> => {
  const statuses = new Map<number, number>()
  const unexpected: string[] = []
  const history = new WriteHistory()
  let slowest = 0
  let isStopped = false

  const request = async (
    headers: Record<string, string>,
    { method, path, body, isDeletion }: Parameters<WritingMember['write']>[2],
  ): Promise<{ status: number; body: { id?: number } | null }> => {
    const since = performance.now()
    try {
      const response = await fetch(server.url + path, {
        method,
        headers: {
          ...headers,
          origin: `http://localhost:${server.port}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        body: body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(30_000),
      })
      const text = await response.text()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      const isOverload = response.status === 503 && Number(response.headers.get('retry-after')) > 0
      const isSuccess = response.ok || (isDeletion === true && response.status === 404)
      if (!isSuccess && !isOverload) unexpected.push(`${method} ${path} ${response.status} ${text}`)
      if (!isSuccess) return { status: response.status, body: null }
      return { status: response.status, body: response.ok ? (JSON.parse(text) as { id?: number }) : {} }
    } catch (error) {
      statuses.set(0, (statuses.get(0) ?? 0) + 1)
      unexpected.push(`${method} ${path} ${String((error as Error).cause ?? error)}`)
      return { status: 0, body: null }
    } finally {
      slowest = Math.max(slowest, performance.now() - since)
    }
  }

  const aMember = async (): Promise<WritingMember> => {
    const user = await seedUser(database)
    const headers = await seedSession(database, user)
    return {
      id: user.id,
      collection: await seedCollection(database, user),
      draft: randomUUID(),
      comments: [],
      write: async (cell, value, sent) => {
        const attempt = history.begin(cell, value)
        while (!isStopped) {
          const response = await request(headers, sent)
          if (response.body) {
            history.acknowledge(attempt)
            return response.body
          }
          history.fail(attempt)
          if (response.status >= 400 && response.status < 500) return null
          await delay(RETRY_PAUSE_MS)
        }
        return null
      },
    }
  }

  const members = await Promise.all(Array.from({ length: count }, aMember))
  const scene: WriteScenario = { history, members, topic: await seedTopic(database), posts: [] }
  const authors = Array.from({ length: FIRST_POSTS }, (_, n) => members[n % count])
  await Promise.all(authors.map((author) => author && publishPost(author, scene)))

  const write = async (member: WritingMember, offset: number) => {
    for (let n = offset; !isStopped; n += 1) {
      const writing = writeActions[n % writeActions.length]?.(member, scene)
      if (writing) await writing
    }
  }
  const all = Promise.all(members.map(write))

  return {
    statuses,
    unexpected,
    slowest: () => slowest,
    acknowledged: () => history.acknowledged,
    countByKind: () => history.countByKind(),
    stop: async () => {
      isStopped = true
      await all
    },
    listLost: ({ sql }, first) => history.listLost(sql, first),
  }
}
