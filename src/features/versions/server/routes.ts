import type { FastifyInstance } from 'fastify'
import type { PostServices } from '#features/posts/server/publish-post.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import type { FileStore } from '#server/media/file-store.ts'
import * as contract from '../contract.ts'
import { deleteVersion, restoreVersion } from './change-versions.ts'
import { compareVersions, getVersion, listVersions } from './read-versions.ts'

type Services = {
  database: Database
  files: FileStore
} & Pick<PostServices, 'indexPosts' | 'notifyMentioned'>

export const versionRoutes = (
  app: FastifyInstance,
  { database: { sql }, files, indexPosts, notifyMentioned }: Services,
): void => {
  // No upload limit is needed, because a restored post uses files that are already stored.
  const services: PostServices = { sql, files, indexPosts, notifyMentioned }

  serveEndpoint(app, contract.listVersions, ({ viewer, params, query, read }) =>
    read((reads) => listVersions(reads, viewer, params.id, query.before)),
  )

  serveEndpoint(app, contract.getVersion, ({ viewer, params, read }) =>
    read((reads) => getVersion(reads, viewer, params.id, params.number)),
  )

  serveEndpoint(app, contract.compareVersions, ({ viewer, params, query, read }) =>
    read((reads) => compareVersions(reads, viewer, params.id, query)),
  )

  serveEndpoint(app, contract.restoreVersion, ({ member, params }) =>
    restoreVersion(services, member, params.id, params.number),
  )

  serveEndpoint(app, contract.deleteVersion, async ({ member, params }) => {
    await deleteVersion(services, member, params.id, params.number)
    return {}
  })
}
