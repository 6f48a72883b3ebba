import { Readable } from 'node:stream'
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { limits } from '#core/limits.ts'
import { paths } from '#core/paths.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { PRIVATE_NO_STORE } from '#server/http/error-handler.ts'
import type { LocalCall, LocalCaller } from '#server/http/local-calls.ts'
import { consumeAddressRateLimit, consumeRateLimit } from '#server/limits/rate-limit.ts'
import { tokenLimitOf } from '#server/session/bearer-tokens.ts'
import { createCallApi } from './call-api.ts'
import type { McpSite } from './create-server.ts'
import { type AnyTool, tools } from './tools.ts'

/** The longest prompt, of characters with up to four bytes, and what is around it. */
const MAX_BODY_BYTES = limits.prompt * 4 + 100_000

/** The number of messages without a token that an address may send in ten minutes. */
const MAX_VISITOR_MESSAGES = 600

/** The number of open event streams of a process. They carry nothing, because nothing changes. */
const MAX_STREAMS = 100

type Dependencies = {
  sql: Sql
  config: Config
  createLocalCall: (caller: LocalCaller) => LocalCall
  createServer: (site: McpSite) => McpServer
}

/**
 * Serves the Model Context Protocol at `/mcp`: revision 2026-07-28 and, without sessions, those of 2025. Each request is
 * answered by a server of its own, which `createServer` creates. The hooks have checked the origin and the token; without
 * a token, a program gets what visitors get.
 */
export const registerMcp = async (
  app: FastifyInstance,
  { sql, config, createLocalCall, createServer }: Dependencies,
): Promise<void> => {
  const { siteName, publicUrl: siteUrl, rateLimitScale: scale } = config
  const countMessages = ({ ip, tokenOwner }: FastifyRequest, amount: number): Promise<void> =>
    tokenOwner
      ? consumeRateLimit(sql, { ...tokenLimitOf(tokenOwner.member), scale, amount })
      : consumeAddressRateLimit(sql, {
          key: 'mcp',
          ip,
          max: MAX_VISITOR_MESSAGES,
          windowSeconds: 600,
          scale,
          amount,
        })
  const handler = createMcpHandler(({ authInfo }) => createServer(authInfo?.extra?.site as McpSite), {
    maxSubscriptions: MAX_STREAMS,
    maxRequestBodySize: MAX_BODY_BYTES,
    onerror: (error) => app.log.debug({ err: error }, 'MCP request rejected'),
  })
  app.addHook('preClose', () => handler.close())
  await app.register(async (scope) => {
    // A request with a token has been counted when the token was checked.
    scope.addHook('onRequest', async (request) => {
      if (!request.tokenOwner) await countMessages(request, 1)
    })
    // The handler parses bodies itself, because it answers errors in them as JSON-RPC does.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_, body, done) =>
      done(null, body),
    )
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: paths.mcp,
      schema: { hide: true },
      bodyLimit: MAX_BODY_BYTES,
      config: { authenticatesTokens: true },
      handler: async (request, reply) => {
        const message = parseMessage(request)
        const messages = Array.isArray(message) ? Math.max(1, message.length) : 1
        if (messages > 1) await countMessages(request, messages - 1)
        const called = findCalledTool(message)
        if (called) requireScope(request, called)
        const webRequest = toWebRequest(request, reply, siteUrl)
        const { tokenOwner: owner } = request
        const scopes = owner?.scopes ?? null
        const call = createCallApi(
          { app, createLocalCall, countCall: () => countMessages(request, 1) },
          request,
        )
        const site: McpSite = { call, siteName, siteUrl, scopes, called }
        // The handler passes `extra` on to the server that it creates, and uses nothing else of it.
        const authInfo = { token: '', clientId: '', scopes: [...(scopes ?? [])], extra: { site } }
        return send(reply, await handler.fetch(webRequest, { authInfo, parsedBody: message }))
      },
    })
  })
}

/** Returns what a request sends, or undefined if it is no JSON, which the handler answers. */
const parseMessage = ({ body }: FastifyRequest): unknown => {
  try {
    return JSON.parse(String(body))
  } catch {
    return undefined
  }
}

/** Returns the tool that a message calls, or undefined for other messages and invalid ones, which the handler answers. */
const findCalledTool = (message: unknown): AnyTool | undefined => {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null }
  return method === 'tools/call' ? tools.find(({ name }) => name === params?.name) : undefined
}

/** Throws a 401 or 403 if the tool needs a token or a scope, so that programs can ask their user to sign in. */
const requireScope = ({ tokenOwner }: FastifyRequest, tool: AnyTool): void => {
  const scope = tool.scope ?? 'read'
  if (tokenOwner === null && tool.scope !== null) throw new HttpError('not-signed-in')
  if (tokenOwner && !tokenOwner.scopes.includes(scope)) throw new HttpError('token-scope-missing', { scope })
}

const toWebRequest = (
  { method, url, headers, body }: FastifyRequest,
  reply: FastifyReply,
  siteUrl: string,
): Request => {
  const aborted = new AbortController()
  reply.raw.once('close', () => aborted.abort())
  const entries = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return new Request(`${siteUrl}${url}`, {
    method,
    headers: entries,
    signal: aborted.signal,
    ...(method === 'POST' && { body: String(body ?? '') }),
  })
}

const send = async (reply: FastifyReply, response: Response): Promise<FastifyReply> => {
  const { status, headers, body } = response
  reply.code(status).headers(Object.fromEntries(headers)).header('cache-control', PRIVATE_NO_STORE)
  const isStream = headers.get('content-type')?.startsWith('text/event-stream')
  return reply.send(isStream && body ? Readable.from(body) : await response.text())
}
