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
  /** Renders pages; without one the server answers the API alone. */
  renderer?: PageRenderer
  log?: FastifyBaseLogger
}

/** The whole site as one Fastify instance, not yet listening. */
export const buildApp = async ({ config, database, renderer, log }: AppParts): Promise<FastifyInstance> => {
  const app = Fastify({
    ...(log ? { loggerInstance: log } : {}),
    // Our own line a request says less, on purpose.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: hopsToTrust(config.trustProxy),
    // Holds the longest texts however they are escaped; what carries files says its own.
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
  // Before the cache, which keeps what is sent; the cache's look-up before all else, so that a hit skips it.
  compressText(app)
  cacheForVisitors(app, (request) => mayCarrySession(request, cookieName))
  await app.register(helmet, {
    // Each page sets its own policy, with the hashes of its inline scripts.
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
  // Bodies are JSON: a form of another site could send text/plain without asking.
  app.removeContentTypeParser('text/plain')
  readLargeJson(app)
  refuseOtherOrigins(app, config.publicUrl, cookieName)
  readSessions(app, cookieName, (tokenHash) => findViewer(database, tokenHash))
  limitWrites(app, { sql: database.sql, scale: config.rateLimitScale })
  answerErrors(app)

  const addWrongMethods = answerWrongMethods(app)
  await apiDocument(app, config)
  healthRoute(app, database)
  const files = openKeptFiles(config)
  const made = openMadeFiles(config.dataDir, config.madeMb * 1_000_000)
  const readExpensive = expensiveReads(database, config)
  apiRoutes(app, { config, database, files, readExpensive })
  await mediaRoutes(app, { files, made })
  sweepContent(app, { files, made, database })
  syndicationRoutes(app, { config, database, made, readExpensive })
  await staticFiles(app)
  addWrongMethods()
  pageRoutes(app, { config, ...(renderer ? { renderer } : {}) })
  return app
}

/** `TRUST_PROXY` as a number counts the proxies in front of us. */
const hopsToTrust = (trust: boolean | number) =>
  typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : trust
