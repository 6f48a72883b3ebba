import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { keepParameters } from '#core/canonical-url.ts'
import type { Endpoint, EndpointInput } from '#core/endpoint.ts'
import type { Viewer } from '#core/viewer.ts'
import { PRIVATE } from './answer-errors.ts'
import { releaseFiles } from './held-data.ts'
import { LARGE_BODY_BYTES, releaseUploadSlots } from './upload-limit.ts'

/** Says who may call, by throwing; runs before the body is read. */
export type Guard = (viewer: Viewer) => void

export const anyone: Guard = () => {}

type Asked<E extends Endpoint> = EndpointInput<E> & {
  viewer: Viewer
  request: FastifyRequest
  reply: FastifyReply
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Seconds a visitor's answer may be kept. */
    visitorCache?: number
    /** One URL for all those that have the same answer; without it the query does not matter. */
    cacheUrl?: (url: string) => string
    /** Declared through an endpoint. */
    endpoint?: Endpoint
  }
}

/** Puts an endpoint on the server: who may, and what happens. Everything else follows from its declaration. */
export const serve = <const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  guard: Guard,
  /** Answers the reply, or Fastify's own once it has sent something else than JSON. */
  handle: (asked: Asked<E>) => Promise<z.input<E['reply']> | FastifyReply>,
): void => {
  const { method, path, params, query, body, reply, summary, tag, bodyLimit, visitorCache, isSecret } =
    endpoint
  const mayBeLarge = (bodyLimit ?? 0) > LARGE_BODY_BYTES
  app.route({
    method,
    url: path,
    ...(bodyLimit ? { bodyLimit } : {}),
    config: { endpoint, ...(visitorCache ? { visitorCache, cacheUrl: cacheUrlOf(endpoint) } : {}) },
    schema: {
      summary,
      tags: [tag],
      ...(guard === anyone ? {} : { security: [{ session: [] }] }),
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      response: { 200: reply },
    },
    onRequest: async (request, answer) => {
      if (isSecret) answer.header('cache-control', PRIVATE)
      guard(request.viewer)
    },
    ...(mayBeLarge ? { onSend: answered } : {}),
    handler: async (request, answer) => {
      const input = { params: request.params, query: request.query, body: request.body } as EndpointInput<E>
      return handle({ ...input, viewer: request.viewer, request, reply: answer })
    },
  })
}

/** Query parameters that the endpoint does not declare change nothing. */
const cacheUrlOf = ({ query }: Endpoint) => {
  if (query && !(query instanceof z.ZodMiniObject))
    throw new Error('A cached endpoint needs an object as its query')
  const names = Object.keys(query?.shape ?? {})
  return (url: string) => keepParameters(url, names)
}

/** Also where nothing was handled, because the body was wrong; and where nobody waits any more, which `onResponse` does not hear of. */
const answered = async (request: FastifyRequest) => {
  releaseUploadSlots(request)
  releaseFiles(request)
}
