import path from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { notFound } from '#core/failure.ts'
import { readMediaName, thumbnailWidths } from '#features/media/contract.ts'
import { makeThumbnail } from '#features/media/server/make-thumbnail.ts'
import { hasFile, placeOf } from '#server/media/place.ts'

type Named = { Params: { name: string } }
type Sized = { Params: { name: string; size: string } }

/** Files by content: immutable, sandboxed, with byte ranges for video. */
export const mediaRoutes = async (app: FastifyInstance, { dataDir }: { dataDir: string }): Promise<void> => {
  await app.register(serveStatic, { root: dataDir, serve: false })

  const send = (reply: FastifyReply, folder: 'media' | 'made', place: string): FastifyReply =>
    reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'same-site')
      .sendFile(place, path.join(dataDir, folder), { immutable: true, maxAge: '1y', cacheControl: true })

  app.get<Named>('/media/:name', { schema: { hide: true } }, async ({ params }, reply) => {
    const media = readMediaName(params.name)
    if (!media || !(await hasFile(path.join(dataDir, 'media', placeOf(params.name))))) throw notFound()
    return send(reply, 'media', placeOf(params.name))
  })

  app.get<Sized>('/media/:name/:size', { schema: { hide: true } }, async ({ params }, reply) => {
    const media = readMediaName(params.name)
    const width = thumbnailWidths.find((one) => `${one}.webp` === params.size)
    const isThere = await hasFile(path.join(dataDir, 'media', placeOf(params.name)))
    if (media?.kind !== 'image' || !width || !isThere) throw notFound()
    return send(reply, 'made', await makeThumbnail(dataDir, params.name, width, media))
  })
}
