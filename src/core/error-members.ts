/** One invalid field: its path in the input and a message for the user. */
export type FieldError = { path: string; message: string }

/** Everything that an error may carry besides its code and message. Each code declares which of these it has. */
export type ErrorMembers = {
  /** The invalid fields. */
  issues: FieldError[]
  /** The input field that caused the error, for statuses other than 400 (which lists `issues`). */
  field: string
  /** The URL of the existing resource's page. */
  conflictUrl: string
  /** Seconds until the same request may succeed. */
  retryAfter: number
  /** The same request succeeds after the user signs in again. */
  signInAgain: true
}

/** What the documentation says about an error code, and what its errors carry. */
export type ErrorKind = {
  status: number
  /** A short sentence that is the same for every occurrence; also the default message. */
  title: string
  /** What else the documentation says about the code. */
  note?: string
  members?: readonly (keyof ErrorMembers)[]
  optionalMembers?: readonly (keyof ErrorMembers)[]
}
