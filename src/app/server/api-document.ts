import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { describeOperations, describeRoute } from '#app/server/api-description.ts'
import { paths } from '#core/paths.ts'
import type { Config } from '#server/config.ts'
import { sessionCookie } from '#server/session/read-session.ts'

/**
 * Serves the OpenAPI 3.1 document of all declared endpoints, and a page to read it. Must be registered before
 * the routes.
 */
export const apiDocument = async (app: FastifyInstance, { siteName, publicUrl }: Config): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: siteName, version: '1', description: 'The API that the site itself uses.' },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookie(publicUrl) } },
      },
    },
    transform: describeRoute,
    transformObject: describeOperations,
  })
  await app.register(swaggerUi, {
    routePrefix: paths.apiDocs,
    // The plugin overrides `url` with its own document's URL, but not `urls`.
    uiConfig: { urls: [{ url: paths.apiDocument, name: siteName }], tryItOutEnabled: false },
    theme: { title: `API · ${siteName}` },
    // The plugin also serves the document at two URLs of its own, which are not cached.
    uiHooks: { onRequest: redirectCopies },
    logo: { type: 'image/svg+xml', content: Buffer.from(STAR_ICON), href: paths.home },
    staticCSP:
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
  })
  app.get(paths.apiDocument, { schema: { hide: true }, config: { visitorCache: 60 } }, async (_, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(app.swagger())),
  )
}

const COPIES: readonly string[] = [`${paths.apiDocs}/json`, `${paths.apiDocs}/yaml`]

const redirectCopies = async (request: FastifyRequest, reply: FastifyReply) =>
  COPIES.includes(request.routeOptions.url ?? '') ? reply.redirect(paths.apiDocument, 301) : undefined

const STAR_ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#f5b83d" d="M12 2l2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L12 17.2 5.9 20.6l1.4-6.8L2.2 9.1l6.9-.8z"/></svg>'
