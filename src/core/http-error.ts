/** One invalid field: its path in the input and a message for the user. */
export type FieldError = { path: string; message: string }

/** Machine-readable details of an error; each becomes a member of the JSON body. */
export type ErrorDetails = {
  /** The input field that caused the error, for statuses other than 400 (which lists `issues`). */
  field?: string
  /** 409: the URL of the existing resource's page. */
  conflictUrl?: string
  /** 403: the same request succeeds after the user signs in again. */
  signInAgain?: true
}

/** An error with its HTTP status and a message for users (docs/spec/errors.md#error-responses). */
export class HttpError extends Error {
  readonly status: number
  readonly issues: FieldError[] | undefined
  readonly retryAfter: number | undefined
  readonly details: ErrorDetails

  constructor(
    status: number,
    message: string,
    options: { issues?: FieldError[]; retryAfter?: number; members?: ErrorDetails } = {},
  ) {
    super(message)
    this.name = 'Failure'
    this.status = status
    this.issues = options.issues
    this.retryAfter = options.retryAfter
    this.details = options.members ?? {}
  }
}

export const badRequest = (message: string, issues?: FieldError[]) =>
  new HttpError(400, message, issues ? { issues } : {})
export const unauthorized = () => new HttpError(401, 'You are not signed in')
export const forbidden = (message = "You don't have permission to do this") => new HttpError(403, message)
/** The action requires a more recent sign-in. */
export const recentSignInRequired = () =>
  new HttpError(403, 'Sign in again to continue. Your last sign-in was more than 10 minutes ago.', {
    members: { signInAgain: true },
  })
export const notFound = (message = 'Not found') => new HttpError(404, message)
/** The request conflicts with an existing resource. */
export const conflict = (message: string, members: ErrorDetails = {}) =>
  new HttpError(409, message, { members })
/** `retryAfter` is in seconds. */
export const tooManyRequests = (message: string, retryAfter: number) =>
  new HttpError(429, message, { retryAfter })
export const serviceUnavailable = (message: string, retryAfter = 5) =>
  new HttpError(503, message, { retryAfter })
