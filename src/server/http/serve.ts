import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { pickQueryParameters } from '#core/canonical-url.ts'
import type { Endpoint, EndpointInput } from '#core/endpoint.ts'
import type { Viewer } from '#core/viewer.ts'
import { releaseDecodedUploads } from './decoded-uploads.ts'
import { PRIVATE_NO_STORE } from './error-handler.ts'
import { LARGE_BODY_BYTES, releaseUploadSlots } from './upload-limit.ts'

/** Throws if the viewer may not call the endpoint. Runs before the body is read. */
export type Guard = (viewer: Viewer) => void

export const allowAnyone: Guard = () => {}

type HandlerContext<E extends Endpoint> = EndpointInput<E> & {
  viewer: Viewer
  request: FastifyRequest
  reply: FastifyReply
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many seconds a visitor's response may be cached. */
    cacheSeconds?: number
    /** Maps equivalent URLs to one cache key. Without it the query string is ignored. */
    cacheUrl?: (url: string) => string
    /** The declaration, for routes that were added by `serve`. */
    endpoint?: Endpoint
  }
}

/** Adds a route for an endpoint. The declaration determines everything except the guard and the handler. */
export const serve = <const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  guard: Guard,
  /** Returns the response body, or Fastify's reply after sending something other than JSON. */
  handle: (context: HandlerContext<E>) => Promise<z.input<E['reply']> | FastifyReply>,
): void => {
  const {
    method,
    path,
    params,
    query,
    body,
    reply,
    summary,
    tag,
    bodyLimit,
    cacheSeconds: visitorCache,
    isSecret,
  } = endpoint
  const acceptsLargeBody = (bodyLimit ?? 0) > LARGE_BODY_BYTES
  app.route({
    method,
    url: path,
    ...(bodyLimit ? { bodyLimit } : {}),
    config: {
      endpoint,
      ...(visitorCache ? { cacheSeconds: visitorCache, cacheUrl: cacheUrlOf(endpoint) } : {}),
    },
    schema: {
      summary,
      tags: [tag],
      ...(guard === allowAnyone ? {} : { security: [{ session: [] }] }),
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      response: { 200: reply },
    },
    onRequest: async (request, fastifyReply) => {
      if (isSecret) fastifyReply.header('cache-control', PRIVATE_NO_STORE)
      guard(request.viewer)
    },
    ...(acceptsLargeBody ? { onSend: releaseUpload } : {}),
    handler: async (request, fastifyReply) => {
      const input = { params: request.params, query: request.query, body: request.body } as EndpointInput<E>
      return handle({ ...input, viewer: request.viewer, request, reply: fastifyReply })
    },
  })
}

/** Ignores query parameters that the endpoint does not declare. */
const cacheUrlOf = ({ query }: Endpoint) => {
  if (query && !(query instanceof z.ZodMiniObject))
    throw new Error('A cached endpoint needs an object as its query')
  const names = Object.keys(query?.shape ?? {})
  return (url: string) => pickQueryParameters(url, names)
}

/** Runs in `onSend`, which also covers rejected bodies and, unlike `onResponse`, disconnected clients. */
const releaseUpload = async (request: FastifyRequest) => {
  releaseUploadSlots(request)
  releaseDecodedUploads(request)
}
