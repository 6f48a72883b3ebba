import { type ErrorCode, type ErrorCodeMembers, getErrorKind } from './error-codes.ts'
import type { ErrorMembers, FieldError } from './error-members.ts'

export type { FieldError } from './error-members.ts'

/** The optional members of an error that tell the user how to continue. */
export type ErrorDetails = Partial<Pick<ErrorMembers, 'field' | 'conflictUrl' | 'signInAgain' | 'scope'>>

type Common = {
  /** A message for the user. Defaults to the code's title. */
  message?: string
  cause?: unknown
  /** The status; set only for `request-rejected`, which can have various statuses. */
  status?: number
}
type Options<C extends ErrorCode> = Common & ErrorCodeMembers<C>
/** The constructor's options, which can be omitted if the code requires no members. */
type Arguments<C extends ErrorCode> =
  Record<never, never> extends Options<C> ? [options?: Options<C>] : [options: Options<C>]

/**
 * An error with a stable code, which determines the status and the default message, and a message for users
 * (docs/spec/errors.md#error-responses).
 */
export class HttpError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C
  readonly status: number
  readonly issues: FieldError[] | undefined
  readonly retryAfter: number | undefined
  readonly details: ErrorDetails

  constructor(code: C, ...[options]: Arguments<C>) {
    const kind = getErrorKind(code)
    const { message, cause, status, issues, retryAfter, ...details } = (options ?? {}) as Common &
      Partial<ErrorMembers>
    super(message ?? kind.title, cause === undefined ? undefined : { cause })
    this.name = 'HttpError'
    this.code = code
    this.status = status ?? kind.status
    this.issues = issues
    this.retryAfter = retryAfter
    this.details = details
  }
}

/** Returns a 400 error for a single field that only the server can validate. */
export const createInvalidFieldError = (path: string, message: string): HttpError<'validation-failed'> =>
  new HttpError('validation-failed', { message, issues: [{ path, message }] })

export const createRecentSignInRequiredError = (): HttpError<'recent-sign-in-required'> =>
  new HttpError('recent-sign-in-required', { signInAgain: true })
