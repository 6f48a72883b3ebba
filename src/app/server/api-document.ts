import swagger, { type SwaggerTransformObject } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { authorSchema } from '#core/author.ts'
import { commentSchema } from '#core/comment.ts'
import { currentUserSchema } from '#core/current-user.ts'
import type { Endpoint } from '#core/endpoint.ts'
import { paths } from '#core/paths.ts'
import { jsonSchemaOverride } from '#core/query-schemas.ts'
import { postCardSchema, postPageSchema } from '#features/posts/contract.ts'
import { searchResultSchema } from '#features/search/contract.ts'
import type { Config } from '#server/config.ts'
import { errorResponseSchema } from '#server/http/error-response.ts'
import { getSessionCookieName } from '#server/session/session-cookie.ts'
import { describeOperation, type OpenApiOperation } from './describe-operation.ts'
import { renderErrorTypesPage } from './error-types-page.ts'

type OverrideContext = { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema }

/**
 * Adds to the JSON Schema what zod cannot derive: the types of parameters that arrive as text, and limits that apply
 * after the first step of a pipe.
 */
const override = ({ zodSchema, jsonSchema }: OverrideContext): void => {
  const { def } = (zodSchema as z.core.$ZodTypes)._zod
  const replacement = jsonSchemaOverride.get(zodSchema)
  if (replacement) {
    for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword]
    Object.assign(jsonSchema, replacement)
  }
  if (def.type === 'pipe' && jsonSchema.type === 'string') Object.assign(jsonSchema, boundsOf(def.out))
  if (def.type === 'default') jsonSchema.default = def.defaultValue
  if (def.type === 'record') listProperties(jsonSchema)
}

/** Describes an object with known keys by its properties, as tools expect, instead of by the names that keys can have. */
const listProperties = (jsonSchema: z.core.JSONSchema.BaseSchema): void => {
  const { required, additionalProperties: value } = jsonSchema
  if (!required || typeof value !== 'object') return
  delete jsonSchema.propertyNames
  jsonSchema.properties = Object.fromEntries(required.map((name) => [name, value]))
  jsonSchema.additionalProperties = false
}

/** Returns the length limits of the text that a pipe outputs. JSON Schema counts code points, as the site does. */
const boundsOf = (schema: z.core.$ZodType): { minLength?: number; maxLength?: number } => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'pipe') return boundsOf(def.out)
  const checks = (def.checks ?? []).map(({ _zod }) => _zod.def as Partial<Check>)
  const minLength = checks.find(({ minimum }) => minimum !== undefined)?.minimum
  const maxLength = checks.find(({ params }) => params?.characters !== undefined)?.params?.characters
  return {
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
  }
}
type Check = { minimum: number; params?: { characters?: number } }

// Named schemas can be referenced with `$ref`, which a recursive schema requires. Generated clients have types for them.
const namedSchemas = z.registry<{ id: string }>()
namedSchemas.add(authorSchema, { id: 'Author' })
namedSchemas.add(commentSchema, { id: 'Comment' })
namedSchemas.add(currentUserSchema, { id: 'CurrentUser' })
namedSchemas.add(postCardSchema, { id: 'Post' })
namedSchemas.add(postPageSchema, { id: 'PostPage' })
namedSchemas.add(searchResultSchema, { id: 'SearchResult' })
namedSchemas.add(errorResponseSchema, { id: 'Error' })

const transformOptions = { schemaRegistry: namedSchemas, zodToJsonConfig: { override } }

const describeRoute = createJsonSchemaTransform(transformOptions)

type Document = {
  paths: Record<string, Record<string, OpenApiOperation>>
  components: { schemas: Record<string, unknown> }
}

/**
 * Adds the information that the zod schemas do not contain. `endpoints` has keys such as `get
 * /api/posts/{id}`.
 */
const describeOperations =
  (endpoints: ReadonlyMap<string, Endpoint>): SwaggerTransformObject =>
  (input) => {
    const document = createJsonSchemaTransformObject(transformOptions)(input) as Document
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const declaration = endpoints.get(`${method} ${path}`)
        if (declaration) describeOperation(operation, declaration)
        for (const parameter of operation.parameters ?? []) {
          // Array parameters are comma-separated.
          if (parameter.schema?.type === 'array') Object.assign(parameter, { style: 'form', explode: false })
        }
      }
    }
    // zod also emits an input variant of each named schema, but no request uses one.
    const inputSchemas = Object.keys(document.components.schemas).filter((name) => name.endsWith('Input'))
    for (const name of inputSchemas) delete document.components.schemas[name]
    return document as ReturnType<SwaggerTransformObject>
  }

/** Returns a map that collects the declarations of all routes added from now on. */
const collectEndpoints = (app: FastifyInstance): ReadonlyMap<string, Endpoint> => {
  const endpoints = new Map<string, Endpoint>()
  app.addHook('onRoute', ({ config }) => {
    const endpoint = config?.endpoint
    if (!endpoint) return
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    endpoints.set(`${endpoint.method.toLowerCase()} ${path}`, endpoint)
  })
  return endpoints
}

/**
 * Serves the OpenAPI 3.1 document of all declared endpoints, and a page for reading it. Must be registered before the
 * routes.
 */
export const registerApiDocument = async (
  app: FastifyInstance,
  { siteName, publicUrl }: Config,
): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: siteName,
        version: '1',
        description: 'The API that the site itself uses.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: getSessionCookieName(publicUrl) },
          token: {
            type: 'http',
            scheme: 'bearer',
            description: 'A token from the settings. Each operation names the scope that it needs.',
          },
        },
      },
    },
    transform: describeRoute,
    transformObject: describeOperations(collectEndpoints(app)),
  })
  await app.register(swaggerUi, {
    routePrefix: paths.apiDocs,
    // The plugin overrides `url` with its own document's URL, but not `urls`.
    uiConfig: { urls: [{ url: paths.apiDocument, name: siteName }], tryItOutEnabled: false },
    theme: { title: `API · ${siteName}` },
    // The plugin also serves the document at two of its own URLs, which are not cached.
    uiHooks: { onRequest: redirectCopies },
    logo: { type: 'image/svg+xml', content: Buffer.from(STAR_ICON), href: paths.home },
    staticCSP:
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
  })
  app.get(paths.apiDocument, { schema: { hide: true }, config: { cacheSeconds: 60 } }, async (_, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(app.swagger())),
  )
  const problems = renderErrorTypesPage(siteName)
  app.get(paths.apiProblems, { schema: { hide: true }, config: { cacheSeconds: 60 } }, async (_, reply) =>
    reply.type('text/html; charset=utf-8').send(problems),
  )
}

const COPIES: readonly string[] = [`${paths.apiDocs}/json`, `${paths.apiDocs}/yaml`]

const redirectCopies = async (request: FastifyRequest, reply: FastifyReply) =>
  COPIES.includes(request.routeOptions.url ?? '') ? reply.redirect(paths.apiDocument, 301) : undefined

const STAR_ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#f5b83d" d="M12 2l2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L12 17.2 5.9 20.6l1.4-6.8L2.2 9.1l6.9-.8z"/></svg>'
