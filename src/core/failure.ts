/** One wrong field: where it is in the input, and what to tell the person. */
export type Issue = { path: string; message: string }

/** A refusal with its HTTP status and a message for people (product decisions, errors). */
export class Failure extends Error {
  readonly status: number
  readonly issues: Issue[] | undefined
  readonly retryAfter: number | undefined
  /** Named members of the error's JSON, for programs. */
  readonly members: Record<string, string | number | boolean>

  constructor(
    status: number,
    message: string,
    more: { issues?: Issue[]; retryAfter?: number; members?: Record<string, string | number | boolean> } = {},
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
export const conflict = (message: string, issues?: Issue[]) =>
  new Failure(409, message, issues ? { issues } : {})
/** `retryAfter` in seconds. */
export const tooMany = (message: string, retryAfter: number) => new Failure(429, message, { retryAfter })
export const unavailable = (message: string, retryAfter = 5) => new Failure(503, message, { retryAfter })
