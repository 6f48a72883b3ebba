/** One invalid field: its path in the input and a message for the user. */
export type Issue = { path: string; message: string }

/** Machine-readable details of an error; each becomes a member of the JSON body. */
export type ErrorMembers = {
  /** The input field that caused the error, for statuses other than 400 (which lists `issues`). */
  field?: string
  /** 409: the page of the existing resource. */
  conflictUrl?: string
  /** 403: the same request succeeds after the user signs in again. */
  signInAgain?: true
}

/** An error with its HTTP status and a message for users (docs/spec/errors.md#error-responses). */
export class Failure extends Error {
  readonly status: number
  readonly issues: Issue[] | undefined
  readonly retryAfter: number | undefined
  readonly members: ErrorMembers

  constructor(
    status: number,
    message: string,
    options: { issues?: Issue[]; retryAfter?: number; members?: ErrorMembers } = {},
  ) {
    super(message)
    this.name = 'Failure'
    this.status = status
    this.issues = options.issues
    this.retryAfter = options.retryAfter
    this.members = options.members ?? {}
  }
}

export const badRequest = (message: string, issues?: Issue[]) =>
  new Failure(400, message, issues ? { issues } : {})
export const notSignedIn = () => new Failure(401, 'You are not signed in')
export const forbidden = (message = "You don't have permission to do this") => new Failure(403, message)
/** The action requires a more recent sign-in. */
export const signInAgain = () =>
  new Failure(403, 'Sign in again to continue. Your last sign-in was more than 10 minutes ago.', {
    members: { signInAgain: true },
  })
export const notFound = (message = 'Not found') => new Failure(404, message)
/** The request conflicts with an existing resource. */
export const conflict = (message: string, members: ErrorMembers = {}) =>
  new Failure(409, message, { members })
/** `retryAfter` is in seconds. */
export const tooMany = (message: string, retryAfter: number) => new Failure(429, message, { retryAfter })
export const unavailable = (message: string, retryAfter = 5) => new Failure(503, message, { retryAfter })
