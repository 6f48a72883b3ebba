import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { createSingleFlight } from '#core/single-flight.ts'
import type { Viewer } from '#core/viewer.ts'
import { findFileUse, selectRestrictedFiles } from '#features/media/server/restricted-files-query.ts'
import { canModerate } from '#features/moderation/policy.ts'
import type { Sql } from '#server/database/connect.ts'

/** How long a file of a post that was just restricted may still be served. */
const FRESH_MS = 5_000
/** The number of files of restricted posts that a process remembers; each takes about 150 bytes. */
const MAX_FILES = 50_000

/**
 * Keeps the files of restricted posts from readers, as the posts are: only their author, whoever has uploaded the same
 * file, and those who look after the site get them, and nothing may store them. A file that something else shows is served
 * as ever. Call it before the routes of files are registered. A request of any other file costs no statement; all
 * together cost one every five seconds.
 */
export const withholdFiles = (app: FastifyInstance, { sql }: { sql: Sql }): void => {
  const share = createSingleFlight<void>()
  let restricted: ReadonlySet<string> = new Set()
  let loadedAt = Number.NEGATIVE_INFINITY
  const load = async () => {
    try {
      restricted = new Set(await selectRestrictedFiles(sql, MAX_FILES))
    } catch (error) {
      // Without a database, files are served by what was known last.
      app.log.warn({ err: error }, 'The files of restricted posts could not be listed')
    }
    loadedAt = performance.now()
  }
  const unstored = new WeakSet<FastifyRequest>()

  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/media/:name')) return
    route.preHandler = async (request) => {
      const { name } = request.params as { name: string }
      if (performance.now() - loadedAt > FRESH_MS) await share('load', load)
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
