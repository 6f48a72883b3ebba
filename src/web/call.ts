import { type CallInput, type Endpoint, type EndpointReply, urlOf } from '#core/endpoint.ts'
import type { ErrorMembers, Issue } from '#core/failure.ts'

export type Transport = (
  url: string,
  init: { method: string; body?: string },
) => Promise<{ status: number; statusText?: string; body: string }>

/** A response that is not OK. `message` is the status code, a colon and the body, or the status text if the body is empty. */
export class CallError extends Error {
  readonly status: number
  /** What the server says to people. */
  readonly said: string
  readonly issues: Issue[]
  /** With 409: the page of what is there already. */
  readonly conflictUrl: string | null
  /** With 403: the same call is accepted shortly after a sign-in. */
  readonly signInAgain: boolean

  constructor(status: number, body: string, statusText = '') {
    super(`${status}: ${body || statusText}`)
    this.name = 'CallError'
    this.status = status
    const { message, issues, field, conflictUrl, signInAgain } = readBody(body)
    this.said = message ?? body
    this.issues = issues ?? (field === undefined ? [] : [{ path: field, message: this.said }])
    this.conflictUrl = conflictUrl ?? null
    this.signInAgain = signInAgain === true
  }
}

/** What to tell the person of a failure: the server's own words where it had any. */
export const saidBy = (error: unknown, fallback: string): string =>
  error instanceof CallError && error.said ? error.said : fallback

/** Calls an endpoint: over HTTP in the browser, in the process on the server. Throws CallError. */
export const call = async <const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<EndpointReply<E>> => {
  const { params, query, body } = input as { params?: object; query?: object; body?: unknown }
  const url = urlOf(endpoint, { ...params }, { ...query })
  const send = () =>
    transport(url, {
      method: endpoint.method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  let answer = await send()
  const mayMeet = answer.status === 401 && !endpoint.path.startsWith('/api/auth/')
  if (mayMeet && (await meetRefusal?.(endpoint.method === 'GET'))) answer = await send()
  const isLate = answer.status === 403 && readBody(answer.body).signInAgain === true
  if (isLate && (await confirmSignIn?.())) answer = await send()
  else if (answer.status === 403 && !isLate) forbidden()
  if (answer.status >= 400) throw new CallError(answer.status, answer.body, answer.statusText)
  return JSON.parse(answer.body) as EndpointReply<E>
}

/** Browsers let requests outlive their page up to 64 KB in all. */
const MAY_OUTLIVE = 8_192

const overHttp: Transport = async (url, { method, body = '' }) => {
  const response = await fetch(url, {
    method,
    credentials: 'same-origin',
    // A vote is shown at once: whoever leaves at once, with the request on its way, has voted all the same.
    keepalive: method !== 'GET' && body.length <= MAY_OUTLIVE,
    ...(body && { body, headers: { 'content-type': 'application/json' } }),
  })
  return { status: response.status, statusText: response.statusText, body: await response.text() }
}

let transport: Transport = overHttp

/** The server answers its own pages' calls without a network. */
export const setTransport = (own: Transport): void => {
  transport = own
}

let meetRefusal: ((isRead: boolean) => Promise<boolean>) | null = null

/** What to do where a call is answered 401 since the session has ended; answers whether to send it once more. */
export const onRefusal = (meet: typeof meetRefusal): void => {
  meetRefusal = meet
}

let confirmSignIn: (() => Promise<boolean>) | null = null

/** What to do where a call wants a recent sign-in; the answer says whether to send the call once more. */
export const onSignInTooOld = (confirm: typeof confirmSignIn): void => {
  confirmSignIn = confirm
}

let tellForbidden: (() => void) | null = null
let isUntold = false

const forbidden = (): void => {
  if (tellForbidden) tellForbidden()
  else isUntold = true
}

/**
 * What to do where a call is answered 403: the member may have been muted, or be an admin no more. Told of one that was answered
 * before, too: who listens is fetched after the page, and a button may be pressed by then.
 */
export const onForbidden = (tell: typeof tellForbidden): void => {
  tellForbidden = tell
  if (tell && isUntold) tell()
  if (tell) isUntold = false
}

type ErrorBody = { message?: string; issues?: Issue[] } & ErrorMembers

const readBody = (body: string): ErrorBody => {
  try {
    return JSON.parse(body) as ErrorBody
  } catch {
    return {}
  }
}
