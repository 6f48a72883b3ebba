import { type ErrorCode, errorKindOf, type MembersOf } from './error-codes.ts'
import type { ErrorMembers, FieldError } from './error-members.ts'

export type { FieldError } from './error-members.ts'

/** The members of an error's JSON body that say where to go on. */
export type ErrorDetails = Partial<Pick<ErrorMembers, 'field' | 'conflictUrl' | 'signInAgain'>>

type Common = {
  /** Replaces the code's title as the message for the user. */
  message?: string
  cause?: unknown
  /** Only for `request-rejected`, whose status varies. */
  status?: number
}
type Options<C extends ErrorCode> = Common & MembersOf<C>
/** The options may be left out if the code requires no members. */
type Arguments<C extends ErrorCode> =
  Record<never, never> extends Options<C> ? [options?: Options<C>] : [options: Options<C>]

/**
 * An error with a stable code, from which its status and default message follow, and a message for users
 * (docs/spec/errors.md#error-responses).
 */
export class HttpError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C
  readonly status: number
  readonly issues: FieldError[] | undefined
  readonly retryAfter: number | undefined
  readonly details: ErrorDetails

  constructor(code: C, ...[options]: Arguments<C>) {
    const kind = errorKindOf(code)
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

/** A 400 for a single field that only the server can judge. */
export const invalidField = (path: string, message: string): HttpError<'validation-failed'> =>
  new HttpError('validation-failed', { message, issues: [{ path, message }] })

export const recentSignInRequired = (): HttpError<'recent-sign-in-required'> =>
  new HttpError('recent-sign-in-required', { signInAgain: true })
