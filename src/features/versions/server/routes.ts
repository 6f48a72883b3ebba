import type { FastifyInstance } from 'fastify'
import { paths } from '#core/paths.ts'
import { sendPromptFile } from '#features/posts/server/prompt-files.ts'
import type { Config } from '#server/config.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import * as contract from '../contract.ts'
import { compareVersions, getVersion, listVersions } from './read-versions.ts'

export const versionRoutes = (app: FastifyInstance, { config }: { config: Config }): void => {
  serveEndpoint(app, contract.listVersions, ({ viewer, params, query, read }) =>
    read((reads) => listVersions(reads, viewer, params.id, query.before)),
  )

  serveEndpoint(app, contract.getVersion, ({ viewer, params, read }) =>
    read((reads) => getVersion(reads, viewer, params.id, params.number)),
  )

  serveEndpoint(app, contract.exportVersion, async ({ viewer, params, query, read, reply }) => {
    const { post, version } = await read((reads) => getVersion(reads, viewer, params.id, params.number))
    const source = {
      ...version,
      id: post.id,
      version: version.number,
      author: version.user?.username ?? '',
      url: post.isPrivate ? null : config.publicUrl + paths.version(post.id, version.number),
    }
    return sendPromptFile(reply, source, query.format)
  })

  serveEndpoint(app, contract.compareVersions, ({ viewer, params, query, read }) =>
    read((reads) => compareVersions(reads, viewer, params.id, query)),
  )
}
