import type { Readable } from 'node:stream'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { readChunks } from './read-body.ts'

const TYPE = 'application/octet-stream'

const wrongType = ({ headers }: FastifyRequest) =>
  new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(headers['content-type'] ?? '')

/**
 * Streams the bodies of endpoints that declare `maxBytes` chunk by chunk. All other endpoints reject
 * `application/octet-stream` with 415.
 */
export const registerOctetStreamParser = (app: FastifyInstance): void => {
  app.addContentTypeParser(TYPE, (request, payload: Readable, done) => {
    if (!request.routeOptions.config.endpoint?.maxBytes) done(wrongType(request))
    else done(null, readChunks(request, payload))
  })
}

/** Rejects any media type other than `application/octet-stream` with 415. */
export const requireOctetStream = async (request: FastifyRequest): Promise<void> => {
  if (!(request.body && Symbol.asyncIterator in Object(request.body))) throw wrongType(request)
}
