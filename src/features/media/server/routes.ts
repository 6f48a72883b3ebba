import path from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { notFound } from '#core/failure.ts'
import { readMediaName, thumbnailWidths } from '#features/media/contract.ts'
import { makeThumbnail } from '#features/media/server/make-thumbnail.ts'
import { limitedAddress } from '#server/limits/take-from-limit.ts'
import type { KeptFiles } from '#server/media/kept-files.ts'
import type { MadeFiles } from '#server/media/made-files.ts'

type FileParams = { Params: { name: string } }
type ThumbnailParams = { Params: { name: string; size: string } }

/** Serves content-addressed files: immutable, sandboxed, with byte ranges for video. */
export const mediaRoutes = async (
  app: FastifyInstance,
  parts: { files: KeptFiles; made: MadeFiles },
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
    const file = readMediaName(params.name) && (await files.find(params.name))
    if (!file) throw notFound()
    return send(reply, file)
  })

  app.get<ThumbnailParams>(
    '/media/:name/:size',
    { schema: { hide: true } },
    async ({ params, ip }, reply) => {
      const media = readMediaName(params.name)
      const width = thumbnailWidths.find((candidate) => `${candidate}.webp` === params.size)
      if (media?.kind !== 'image' || !width) throw notFound()
      const file = await makeThumbnail(
        parts,
        { name: params.name, width, media },
        `address:${limitedAddress(ip)}`,
      )
      if (!file) throw notFound()
      return send(reply, file)
    },
  )
}
