import path from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { parseMediaName } from '#core/media-name.ts'
import { toRateLimitAddress } from '#server/limits/rate-limit-address.ts'
import type { FileStore } from '#server/media/file-store.ts'
import type { GeneratedFileCache } from '#server/media/generated-files.ts'
import { thumbnailWidths } from '../contract-values.ts'
import { getOrCreateThumbnail } from './make-thumbnail.ts'

type FileParams = { Params: { name: string } }
type ThumbnailParams = { Params: { name: string; size: string } }

/** Serves content-addressed files, which are cached as immutable and sandboxed, and supports byte ranges for video. */
export const mediaRoutes = async (
  app: FastifyInstance,
  parts: { files: FileStore; generatedFiles: GeneratedFileCache },
): Promise<void> => {
  const { files } = parts
  await app.register(serveStatic, { root: files.dataDir, serve: false })

  const send = (reply: FastifyReply, file: string): FastifyReply =>
    reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'same-site')
      .sendFile(path.basename(file), path.dirname(file), {
        immutable: true,
        maxAge: '1y',
        cacheControl: true,
      })

  app.get<FileParams>('/media/:name', { schema: { hide: true } }, async ({ params }, reply) => {
    const file = parseMediaName(params.name) && (await files.find(params.name))
    if (!file) throw new HttpError('not-found')
    return send(reply, file)
  })

  app.get<ThumbnailParams>(
    '/media/:name/:size',
    { schema: { hide: true } },
    async ({ params, ip }, reply) => {
      const media = parseMediaName(params.name)
      const [, side, still] = /^(\d+)(-still)?\.webp$/.exec(params.size) ?? []
      const width = thumbnailWidths.find((candidate) => `${candidate}` === side)
      if (media?.kind !== 'image' || !width) throw new HttpError('not-found')
      const file = await getOrCreateThumbnail(
        parts,
        { name: params.name, width, media, isStill: still !== undefined },
        `address:${toRateLimitAddress(ip)}`,
      )
      if (!file) throw new HttpError('not-found')
      return send(reply, file)
    },
  )
}
