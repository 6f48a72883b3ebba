import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { createSingleFlight } from '#core/single-flight.ts'
import type { Viewer } from '#core/viewer.ts'
import { findFileUse, selectRestrictedFiles } from '#features/media/server/restricted-files-query.ts'
import { canModerate } from '#features/moderation/policy.ts'
import type { Sql } from '#server/database/connect.ts'

/** After this time, the list of the files of restricted posts is read again. */
const FRESH_MS = 5_000
/** How long the list may be used while a new one is read. */
const MAX_AGE_MS = 30_000
/** How long requests wait for a new list before they use the last one. It takes a few milliseconds to read. */
const MAX_WAIT_MS = 200
/** The number of files of restricted posts that a process remembers; each takes about 150 bytes. */
const MAX_FILES = 50_000

/**
 * Responds with 404 to requests for files of restricted posts and for avatars of suspended members. Only their owner,
 * whoever has uploaded the same file, moderators and admins get them, and nothing may store them. A file that something
 * else shows is served to everybody. Call it before the routes of files are registered. A request of any other file costs no statement; all
 * together cost one every five seconds, and wait for it for an instant only, because a database that does not answer must
 * not keep files from being served.
 */
export const withholdFiles = (app: FastifyInstance, { sql }: { sql: Sql }): void => {
  const share = createSingleFlight<void>()
  let restricted: ReadonlySet<string> = new Set()
  let loadedAt = Number.NEGATIVE_INFINITY
  let startedAt = 0
  const load = async () => {
    startedAt = performance.now()
    try {
      restricted = new Set(await selectRestrictedFiles(sql, MAX_FILES))
      loadedAt = startedAt
    } catch (error) {
      // Without a database, files are served by what was known last.
      app.log.warn({ err: error }, 'The files of restricted posts could not be listed')
      loadedAt = performance.now()
    }
  }
  const refresh = async () => {
    const age = performance.now() - loadedAt
    if (age <= FRESH_MS) return
    const loading = share('load', load)
    if (age > MAX_AGE_MS) return loading
    await Promise.race([
      loading,
      sleep(startedAt + MAX_WAIT_MS - performance.now(), undefined, { ref: false }),
    ])
  }
  const unstored = new WeakSet<FastifyRequest>()

  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/media/:name')) return
    route.preHandler = async (request) => {
      const { name } = request.params as { name: string }
      await refresh()
      if (!restricted.has(name)) return
      const { isShown, isOwn } = await findFileUse(sql, name, request.viewer?.id ?? null)
      if (isShown) return
      if (!isOwn && !isStaff(request.viewer)) throw new HttpError('not-found')
      unstored.add(request)
    }
    route.onSend = async (request, reply) => {
      if (unstored.has(request)) reply.header('cache-control', 'private, no-store')
    }
  })
}

const isStaff = (viewer: Viewer): boolean => viewer !== null && canModerate(viewer) && !viewer.isSuspended
