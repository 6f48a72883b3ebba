import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { paths } from '#core/paths.ts'
import type { Config } from '#server/config.ts'

/** The OpenAPI 3.1 document of every declared endpoint, and a page to read it. Must stand before the routes. */
export const apiDocument = async (app: FastifyInstance, { siteName, publicUrl }: Config): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: siteName, version: '1', description: 'Everything the site itself calls.' },
      servers: [{ url: publicUrl }],
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(swaggerUi, { routePrefix: paths.apiDocs, staticCSP: true })
  app.get(paths.apiDocument, { schema: { hide: true }, config: { visitorCache: 60 } }, async (_, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(app.swagger())),
  )
}
