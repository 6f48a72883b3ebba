import type { QueryMeta } from '@tanstack/react-query'
import {
  buildUrl,
  type CallInput,
  type Endpoint,
  type EndpointResponse,
  type Operation,
} from '#core/endpoint.ts'
import type { ErrorDetails, FieldError } from '#core/http-error.ts'
import { parseJson } from '#core/parse-json.ts'

type Transport = (
  url: string,
  init: { method: string; body?: string | Blob; signal?: AbortSignal; ifMatch?: string },
) => Promise<{ status: number; statusText?: string; body: string }>

/**
 * A response with an error status. `message` is the status code, a colon and the body, or the status text if
 * the body is empty (docs/spec/errors.md#status-codes).
 */
export class ApiError extends Error {
  readonly status: number
  /** The server's message, written for the user; '' if somebody else has answered. */
  readonly userMessage: string
  readonly fieldErrors: FieldError[]
  /** The URL of the existing item's page; set for a 409. */
  readonly conflictUrl: string | null
  /** True for a 403 if the same call will be accepted after a new sign-in. */
  readonly signInAgain: boolean

  constructor(status: number, body: string, statusText = '') {
    super(`${status}: ${body || statusText}`)
    this.name = 'ApiError'
    this.status = status
    const { message, issues, field, conflictUrl, signInAgain } = readBody(body)
    // A proxy answers with a page of its own, which is no message.
    this.userMessage = typeof message === 'string' ? message : ''
    this.fieldErrors = Array.isArray(issues)
      ? issues
      : field === undefined
        ? []
        : [{ path: field, message: this.userMessage }]
    this.conflictUrl = conflictUrl ?? null
    this.signInAgain = signInAgain === true
  }
}

/** Returns the message to show for a failed call: the server's message if there is one. */
export const getErrorMessage = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.userMessage ? error.userMessage : fallback

/** `signal` aborts a request over HTTP. `ifMatch` is what was read, and must not have changed since. */
type CallOptions = { meta?: QueryMeta | undefined; signal?: AbortSignal; ifMatch?: string }

type CallParts = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Calls an endpoint within the process. Set for the queries of a page that is rendered on the server. */
      callLocally?: (
        operation: string,
        input: CallParts,
      ) => Promise<{ data: unknown } | { status: number; body: string }>
    }
  }
}

/**
 * Calls an endpoint over HTTP, or within the process if a page that is being rendered on the server has passed its
 * `meta` to the query. Throws an `ApiError`. The endpoint is passed as a type,
 * `callApi<typeof getPost>('GET /api/posts/:id', …)`, so its schemas are not loaded; the compiler checks the method and
 * the path.
 */
export const callApi = async <E extends Endpoint = never>(
  operation: Operation<E>,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<EndpointResponse<E>> => {
  // The browser's build contains nothing of this.
  const callLocally = import.meta.env.SSR && options.meta?.callLocally
  if (callLocally) {
    const reply = await callLocally(operation, input as CallParts)
    if ('data' in reply) return reply.data as EndpointResponse<E>
    throw new ApiError(reply.status, reply.body)
  }
  return callOverHttp(operation, input as CallParts, options) as Promise<EndpointResponse<E>>
}

/** Calls an endpoint on behalf of a query, to which it passes its context. */
export type QueryCall<T> = (context: CallOptions) => Promise<T>

/** Returns a query function that calls an endpoint. */
export const apiQueryFn =
  <E extends Endpoint = never>(
    operation: Operation<E>,
    input: CallInput<E>,
  ): QueryCall<EndpointResponse<E>> =>
  ({ meta }) =>
    callApi<E>(operation, input, { meta })

const callOverHttp = async (
  operation: string,
  { params, query, body }: CallParts,
  { signal, ifMatch }: CallOptions,
): Promise<unknown> => {
  const [method = '', path = ''] = operation.split(' ')
  const url = buildUrl(path, params, query)
  const send = () =>
    transport(url, {
      method,
      ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
      ...(ifMatch ? { ifMatch } : {}),
    })
  let response = await send()
  if (response.status === 401 || response.status === 403) await loadSessionHandlers?.()
  const canRenewSession = response.status === 401 && !path.startsWith('/api/auth/')
  if (canRenewSession && (await handleUnauthorized?.(method === 'GET'))) response = await send()
  const needsSignIn = response.status === 403 && readBody(response.body).signInAgain === true
  if (needsSignIn && (await confirmSignIn?.())) response = await send()
  else if (response.status === 403 && !needsSignIn) handleForbidden?.()
  if (response.status >= 400) throw new ApiError(response.status, response.body, response.statusText)
  return parseJson(response.body)
}

/**
 * The maximum size of a body sent with `keepalive`, in bytes. Browsers limit all `keepalive` requests in flight to 64
 * KB combined.
 */
const MAX_KEEPALIVE_BYTES = 8_192

const JSON_TYPE = 'application/json'
const BYTES_TYPE = 'application/octet-stream'

const overHttp: Transport = async (url, { method, body = '', signal, ifMatch }) => {
  const response = await fetch(url, {
    method,
    credentials: 'same-origin',
    // Lets the request finish if the user leaves the page right after voting.
    keepalive: method !== 'GET' && typeof body === 'string' && body.length <= MAX_KEEPALIVE_BYTES,
    ...(body && {
      body,
      headers: {
        'content-type': typeof body === 'string' ? JSON_TYPE : BYTES_TYPE,
        ...(ifMatch && { 'if-match': `"${ifMatch}"` }),
      },
    }),
    ...(signal ? { signal } : {}),
  })
  return { status: response.status, statusText: response.statusText, body: await response.text() }
}

let transport: Transport = overHttp

/** Replaces HTTP with a fake transport; for tests. */
export const setTransport = (replacement: Transport): void => {
  transport = replacement
}

let loadSessionHandlers: (() => Promise<unknown>) | null = null

/**
 * Registers a function that loads the code that registers the handlers below. A 401 or a 403 waits for it, because it
 * can arrive before that code. The function never rejects.
 */
export const setSessionHandlersLoader = (load: typeof loadSessionHandlers): void => {
  loadSessionHandlers = load
}

let handleUnauthorized: ((isRead: boolean) => Promise<boolean>) | null = null

/**
 * Registers the handler for a 401 after the session has expired. The handler resolves to true if the call
 * should be repeated.
 */
export const onUnauthorized = (handler: typeof handleUnauthorized): void => {
  handleUnauthorized = handler
}

let confirmSignIn: (() => Promise<boolean>) | null = null

/**
 * Registers the handler for calls that require a recent sign-in. The handler resolves to true if the call
 * should be repeated.
 */
export const onRecentSignInRequired = (handler: typeof confirmSignIn): void => {
  confirmSignIn = handler
}

let handleForbidden: (() => void) | null = null

/** Registers the handler for a 403: the member may have been muted, or may no longer be an admin. */
export const onForbidden = (handler: typeof handleForbidden): void => {
  handleForbidden = handler
}

type ErrorBody = { message?: unknown; issues?: unknown } & ErrorDetails

const readBody = (body: string): ErrorBody => {
  try {
    // A proxy may answer with null or a number, of which no property can be read.
    return Object(JSON.parse(body)) as ErrorBody
  } catch {
    return {}
  }
}
