import type { TokenScope } from './token-scopes.ts'

/** One invalid field: its path in the input and a message for the user. */
export type FieldError = { path: string; message: string }

/** All members that an error may have besides its code and message. Each code declares which of them apply. */
export type ErrorMembers = {
  /** The invalid fields. */
  issues: FieldError[]
  /** The input field that caused the error. Not used for status 400, which lists `issues` instead. */
  field: string
  /** The page URL of the existing resource that conflicts with the request. */
  conflictUrl: string
  /** The number of seconds until the same request may succeed. */
  retryAfter: number
  /** Set if the same request succeeds after the user signs in again. */
  signInAgain: true
  /** The scope that the token lacks. */
  scope: TokenScope
}

/** The documentation of an error code, and the members of its errors. */
export type ErrorKind = {
  status: number
  /** A short sentence that is the same for every occurrence of the error. It is also the default message. */
  title: string
  /** Additional documentation of the code. */
  note?: string
  members?: readonly (keyof ErrorMembers)[]
  optionalMembers?: readonly (keyof ErrorMembers)[]
}
