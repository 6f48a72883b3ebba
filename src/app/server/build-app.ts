import { randomUUID } from 'node:crypto'
import { parse as parseQueryString } from 'node:querystring'
import cookie from '@fastify/cookie'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { embedRoutes } from '#features/feeds/server/embeds/routes.ts'
import { syndicationRoutes } from '#features/feeds/server/syndication/routes.ts'
import { findTokenOwner } from '#features/identity/server/find-token-owner.ts'
import { findViewer } from '#features/identity/server/find-viewer.ts'
import { type RenderProviderPage, registerProviderPages } from '#features/identity/server/provider/page.ts'
import { requireRecentSignIn } from '#features/identity/server/recent-sign-in.ts'
import { mediaRoutes } from '#features/media/server/routes.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { runWithQueryOrigin } from '#server/database/query-origin.ts'
import {
  createResponseCache,
  endCacheFill,
  registerAnonymousResponseCache,
} from '#server/http/anonymous-response-cache.ts'
import { createClientErrorHandlers } from '#server/http/client-error-handlers.ts'
import { registerCompression } from '#server/http/compress.ts'
import { registerErrorHandler } from '#server/http/error-handler.ts'
import { measureEventLoopLag } from '#server/http/event-loop-lag.ts'
import { registerLargeJsonParser } from '#server/http/large-json.ts'
import { createLocalCalls } from '#server/http/local-calls.ts'
import { registerRequestLog } from '#server/http/log-requests.ts'
import { lowerVisitors } from '#server/http/lower-visitors.ts'
import { registerMethodNotAllowed } from '#server/http/method-not-allowed.ts'
import { registerMetrics } from '#server/http/metrics.ts'
import { toOriginForm } from '#server/http/origin-form.ts'
import { registerOctetStreamParser } from '#server/http/raw-bytes.ts'
import { enforceSingleHost, rejectCrossOriginWrites } from '#server/http/same-origin.ts'
import { createSecurityHeaders } from '#server/http/security-headers.ts'
import { registerRequestTraces } from '#server/http/trace-requests.ts'
import { trackMembers } from '#server/http/track-members.ts'
import { MAX_REQUEST_MS, registerSlowBodyTimeout } from '#server/http/upload-rate.ts'
import { validatingSerializer } from '#server/http/validate-reply.ts'
import { setValidationMessages } from '#server/http/validation-messages.ts'
import { createExpensiveReadRunner } from '#server/limits/expensive-reads.ts'
import { registerWriteRateLimit } from '#server/limits/write-rate-limit.ts'
import { createFileStore } from '#server/media/create-file-store.ts'
import { createGeneratedFileCache } from '#server/media/generated-files.ts'
import { hasBearerToken, registerBearerTokens } from '#server/session/bearer-tokens.ts'
import { getSessionCookieName, mightHaveSession, registerSessions } from '#server/session/session-cookie.ts'
import { sitemapRoutes } from '#use-cases/sitemap-routes.ts'
import { withholdFiles } from '#use-cases/withhold-files.ts'
import { registerApiDocument } from './api-document.ts'
import { registerApiRoutes } from './features.ts'
import { registerHealthRoutes } from './health-routes.ts'
import { createServer } from './mcp/create-server.ts'
import { registerMcp } from './mcp/register-mcp.ts'
import { selectMemberLayoutData } from './member-layout-data-query.ts'
import type { PageRenderer } from './page-renderer.ts'
import { isPageRequest, registerPageRoutes } from './page-routes.ts'
import { rejectPagesUnderPressure } from './reject-pages-under-pressure.ts'
import { scheduleFileSweeps } from './schedule-file-sweeps.ts'
import { registerStaticFiles } from './static-files.ts'
import { createStoredPages } from './stored-pages.ts'

export type AppDependencies = {
  config: Config
  database: Database
  /** The renderer for pages. If omitted, the server serves only the API. */
  renderer?: PageRenderer
  /** Renders the pages of the embedded identity provider. Defaults to the renderer's. */
  renderProviderPage?: RenderProviderPage
  log?: FastifyBaseLogger
  /** True in exactly one worker, which runs the tasks that must run only once, such as sweeps. */
  isLeader?: boolean
  /** For tests: responds with 500 if an endpoint throws an error that it does not declare. */
  rejectsUndeclared?: boolean
  /**
   * Responds with 500 if a reply does not match its declared schema. This is the default in tests and
   * development.
   */
  checksReplies?: boolean
  /**
   * For tests: replaces the measured event loop lag in ms, which controls compression and the rejection of requests.
   */
  eventLoopLag?: () => number
  /** For tests: replaces the tools, resources and prompts of the MCP endpoint. */
  createMcpServer?: typeof createServer
}

/** Builds the whole site as one Fastify instance that does not listen yet. */
export const buildApp = async ({
  config,
  database,
  renderer,
  renderProviderPage = renderer?.renderProviderPage,
  log,
  isLeader = true,
  rejectsUndeclared = false,
  checksReplies = ['development', 'test'].includes(process.env.NODE_ENV ?? ''),
  eventLoopLag,
  createMcpServer = createServer,
}: AppDependencies): Promise<FastifyInstance> => {
  const setSecurityHeaders = createSecurityHeaders(config)
  const clientErrorHandlers = createClientErrorHandlers(setSecurityHeaders)
  const app = Fastify({
    rewriteUrl: ({ url }) => toOriginForm(url ?? '/'),
    ...(log ? { loggerInstance: log } : {}),
    // The id appears in the log and in the response headers, so reports can be matched with log entries.
    genReqId: () => randomUUID(),
    // `registerRequestLog` deliberately logs less than Fastify would.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: toTrustFunction(config.trustProxy),
    // This is large enough for the longest text fields, however their JSON is escaped. Endpoints that accept
    // files declare their own limit.
    bodyLimit: 320 * 1024,
    requestTimeout: MAX_REQUEST_MS,
    keepAliveTimeout: 15_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 2_000, ignoreTrailingSlash: true, querystringParser: parseQuery },
    frameworkErrors: clientErrorHandlers.framework,
    clientErrorHandler: clientErrorHandlers.socket,
  })
  app.server.on('connect', clientErrorHandlers.connect)
  setValidationMessages()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(checksReplies ? validatingSerializer : serializerCompiler)

  const cookieName = getSessionCookieName(config.publicUrl)
  registerRequestTraces(app, config)
  registerRequestLog(app)
  registerSlowBodyTimeout(app)
  const responseCache = createResponseCache()
  const visitorRequests = { normal: 0, lowered: 0, refused: 0 }
  const storedPages = createStoredPages(config)
  registerMetrics(app, {
    config,
    database,
    responseCache,
    storedPages: storedPages.requests,
    visitorRequests,
  })
  enforceSingleHost(app, setSecurityHeaders)
  renderer?.mount?.(app)
  // `onSend` hooks run in the order in which they are registered. Compression comes before the cache, so the
  // cache stores compressed responses. The cache lookup comes before all later hooks, so a cache hit skips
  // them.
  const lag = eventLoopLag ?? measureEventLoopLag(app)
  registerCompression(app, lag)
  const hasSession = (request: FastifyRequest) =>
    (mightHaveSession(request, cookieName) && !request.routeOptions.config.ignoresCookies) ||
    hasBearerToken(request)
  registerAnonymousResponseCache(app, hasSession, responseCache)
  // Adds the request to the log entry of each slow statement. A cached response sends none.
  app.addHook('onRequest', ({ id, method }, _reply, done) => {
    const isWrite = method !== 'GET' && method !== 'HEAD'
    runWithQueryOrigin({ requestId: id, isWrite }, done)
  })
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request.raw, reply.raw)
    done()
  })
  const lowerUnknownSessions = lowerVisitors(app, {
    config,
    counts: visitorRequests,
    hasSession,
    onWait: (request) => {
      endPending(request)
      endCacheFill(responseCache, request)
    },
  })
  const endPending = rejectPagesUnderPressure(app, { lag, hasSession })
  await app.register(cookie)
  // Only JSON bodies are accepted, because a form on another site can send text/plain without a CORS preflight.
  app.removeContentTypeParser('text/plain')
  registerLargeJsonParser(app)
  registerOctetStreamParser(app)
  rejectCrossOriginWrites(app, config.publicUrl, cookieName)
  registerSessions(app, cookieName, async (tokenHash, request) => {
    if (isPageRequest(request)) return selectMemberLayoutData(database, tokenHash)
    return { viewer: await findViewer(database, tokenHash) }
  })
  registerBearerTokens(app, {
    sql: database.sql,
    cookieName,
    rateLimitScale: config.rateLimitScale,
    findOwner: (token) => findTokenOwner({ sql: database.sql, config }, token),
  })
  lowerUnknownSessions()
  const hasMembers = trackMembers(app)
  registerWriteRateLimit(app, { sql: database.sql, scale: config.rateLimitScale })
  registerErrorHandler(app, { rejectsUndeclared, publicUrl: config.publicUrl })

  const addMethodNotAllowed = registerMethodNotAllowed(app)
  await registerApiDocument(app, config)
  registerHealthRoutes(app, database)
  const files = createFileStore(config)
  const generatedFiles = createGeneratedFileCache(
    config.dataDir,
    config.generatedFilesMb * 1_000_000,
    config.workers,
  )
  const readExpensive = createExpensiveReadRunner(database, config)
  app.decorate('endpointServices', {
    database,
    rateLimitScale: config.rateLimitScale,
    readExpensive,
    requireRecentSignIn: (sessionHash) => requireRecentSignIn(database.sql, sessionHash),
    localEndpoints: new Map(),
  })
  if (renderProviderPage) registerProviderPages(app, config, renderProviderPage)
  await registerApiRoutes(app, { config, database, files })
  withholdFiles(app, database)
  await mediaRoutes(app, { files, generatedFiles })
  if (isLeader) scheduleFileSweeps(app, { files, caches: [generatedFiles, storedPages] })
  syndicationRoutes(app, { config, database, files, generatedFiles, readExpensive })
  embedRoutes(app, { config, database })
  sitemapRoutes(app, { config, database, readExpensive })
  const createLocalCall = createLocalCalls(app, { checksReplies })
  await registerMcp(app, { sql: database.sql, config, createLocalCall, createServer: createMcpServer })
  await registerStaticFiles(app)
  addMethodNotAllowed()
  registerPageRoutes(app, {
    config,
    createCall: createLocalCall,
    hasMembers,
    storedPages,
    ...(renderer ? { renderer } : {}),
  })
  return app
}

/** Converts `TRUST_PROXY` to Fastify's setting. A number is the number of proxies in front of the server. */
const toTrustFunction = (setting: boolean | number) =>
  typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting

/**
 * Parses a query string. A parameter that is given several times becomes null, which every schema rejects: a list, which
 * some schemas accept from a page, is a single parameter in a URL.
 */
const parseQuery = (text: string) =>
  Object.fromEntries(
    Object.entries(parseQueryString(text)).map(([name, value]) => [
      name,
      Array.isArray(value) ? null : value,
    ]),
  )
