/** One wrong field: where it is in the input, and what to tell the person. */
export type Issue = { path: string; message: string }

/** Facts of an error for programs, each under its own name in the JSON body. */
export type ErrorMembers = {
  /** The input that caused it, when the status is not 400 (which has `issues`). */
  field?: string
  /** 409: the page of what is there already. */
  conflictUrl?: string
  /** 403: the same request is accepted shortly after a sign-in. */
  signInAgain?: true
}

/** A refusal with its HTTP status and a message for people (product decisions, errors). */
export class Failure extends Error {
  readonly status: number
  readonly issues: Issue[] | undefined
  readonly retryAfter: number | undefined
  readonly members: ErrorMembers

  constructor(
    status: number,
    message: string,
    more: { issues?: Issue[]; retryAfter?: number; members?: ErrorMembers } = {},
  ) {
    super(message)
    this.name = 'Failure'
    this.status = status
    this.issues = more.issues
    this.retryAfter = more.retryAfter
    this.members = more.members ?? {}
  }
}

export const badRequest = (message: string, issues?: Issue[]) =>
  new Failure(400, message, issues ? { issues } : {})
export const notSignedIn = () => new Failure(401, 'You are not signed in')
export const forbidden = (message = 'You may not do this') => new Failure(403, message)
/** The last sign-in is too long ago for what was asked. */
export const signInAgain = () =>
  new Failure(403, 'Please sign in again to continue. Your last sign-in was more than 10 minutes ago.', {
    members: { signInAgain: true },
  })
export const notFound = (message = 'Not found') => new Failure(404, message)
/** A clash with what is there already. */
export const conflict = (message: string, members: ErrorMembers = {}) =>
  new Failure(409, message, { members })
/** `retryAfter` in seconds. */
export const tooMany = (message: string, retryAfter: number) => new Failure(429, message, { retryAfter })
export const unavailable = (message: string, retryAfter = 5) => new Failure(503, message, { retryAfter })
