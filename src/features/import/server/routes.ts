import type { FastifyInstance } from 'fastify'
import { type LinkedPost, paths } from '#core/paths.ts'
import { selectSamePrompts } from '#features/posts/server/same-prompt-query.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { compareImport, type KnownPost } from '../contract-import.ts'

/** Registers what an import asks before it creates posts (`src/use-cases/import-posts.ts`). */
export const importRoutes = (
  app: FastifyInstance,
  { database: { sql }, config: { publicUrl } }: { database: Database; config: Config },
): void => {
  const toKnown = (post: (LinkedPost & { title: string }) | null): KnownPost | null =>
    post && { id: post.id, title: post.title, url: publicUrl + paths.post(post) }

  serveEndpoint(app, compareImport, async ({ member, body }) => {
    const found = await selectSamePrompts(sql, member.id, body.prompts)
    return found.map(({ own, others }) => ({ own: toKnown(own), others: toKnown(others) }))
  })
}
