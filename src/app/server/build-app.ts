import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { apiDocument } from '#app/server/api-document.ts'
import { apiRoutes } from '#app/server/api-routes.ts'
import { healthRoute } from '#app/server/health-route.ts'
import { pageRoutes } from '#app/server/page-routes.ts'
import type { PageRenderer } from '#app/server/render.ts'
import { staticFiles } from '#app/server/static-files.ts'
import { sweepContent } from '#app/server/sweep-content.ts'
import { findViewer } from '#features/identity/server/find-viewer.ts'
import { mediaRoutes } from '#features/media/server/routes.ts'
import { syndicationRoutes } from '#features/syndication/server/routes.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { answerErrors } from '#server/http/answer-errors.ts'
import { answerClientErrors } from '#server/http/client-errors.ts'
import { compressText } from '#server/http/compress.ts'
import { readLargeJson } from '#server/http/large-json.ts'
import { logRequests } from '#server/http/log-requests.ts'
import { refuseOtherOrigins } from '#server/http/same-origin.ts'
import { requireSingleHost } from '#server/http/single-host.ts'
import { MAX_REQUEST_MS } from '#server/http/upload-rate.ts'
import { setPlainValidationMessages } from '#server/http/validation-messages.ts'
import { cacheForVisitors } from '#server/http/visitor-cache.ts'
import { answerWrongMethods } from '#server/http/wrong-methods.ts'
import { expensiveReads } from '#server/limits/expensive-reads.ts'
import { limitWrites } from '#server/limits/limit-writes.ts'
import { openKeptFiles } from '#server/media/kept-files.ts'
import { openMadeFiles } from '#server/media/made-files.ts'
import { mayCarrySession, readSessions, sessionCookie } from '#server/session/read-session.ts'

export type AppParts = {
  config: Config
  database: Database
  /** Renders pages; without one the server only serves the API. */
  renderer?: PageRenderer
  log?: FastifyBaseLogger
}

/** Builds the whole site as one Fastify instance that is not listening yet. */
export const buildApp = async ({ config, database, renderer, log }: AppParts): Promise<FastifyInstance> => {
  const app = Fastify({
    ...(log ? { loggerInstance: log } : {}),
    // `registerRequestLog` logs less than Fastify would, on purpose.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: toTrustFunction(config.trustProxy),
    // Enough for the longest texts in any JSON escaping; endpoints that accept files declare their own limit.
    bodyLimit: 320 * 1024,
    requestTimeout: MAX_REQUEST_MS,
    keepAliveTimeout: 15_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 2_000, ignoreTrailingSlash: true },
    frameworkErrors: answerClientErrors.framework,
    clientErrorHandler: answerClientErrors.socket,
  })
  setPlainValidationMessages()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)

  const cookieName = sessionCookie(config.publicUrl)
  logRequests(app)
  requireSingleHost(app)
  renderer?.mount?.(app)
  // `onSend` hooks run in order, so compression precedes the cache, which then stores the compressed
  // response. The cache's lookup precedes all later hooks, so that a hit skips them.
  compressText(app)
  cacheForVisitors(app, (request) => mayCarrySession(request, cookieName))
  await app.register(helmet, {
    // Pages set their own policy, with the hashes of their inline scripts.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: config.publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
  await app.register(cookie)
  // Accepts JSON bodies only: a form on another site can send text/plain without a CORS preflight.
  app.removeContentTypeParser('text/plain')
  readLargeJson(app)
  refuseOtherOrigins(app, config.publicUrl, cookieName)
  readSessions(app, cookieName, (tokenHash) => findViewer(database, tokenHash))
  limitWrites(app, { sql: database.sql, scale: config.rateLimitScale })
  answerErrors(app)

  const addMethodNotAllowed = answerWrongMethods(app)
  await apiDocument(app, config)
  healthRoute(app, database)
  const files = openKeptFiles(config)
  const generatedFiles = openMadeFiles(config.dataDir, config.madeMb * 1_000_000)
  const readExpensive = expensiveReads(database, config)
  apiRoutes(app, { config, database, files, readExpensive })
  await mediaRoutes(app, { files, made: generatedFiles })
  sweepContent(app, { files, generatedFiles, database })
  syndicationRoutes(app, { config, database, made: generatedFiles, readExpensive })
  await staticFiles(app)
  addMethodNotAllowed()
  pageRoutes(app, { config, ...(renderer ? { renderer } : {}) })
  return app
}

/** A number in `TRUST_PROXY` is the number of proxies in front of the server. */
const toTrustFunction = (setting: boolean | number) =>
  typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
