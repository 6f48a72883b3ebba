/** The exit codes of the command line (docs/command-line.md#exit-codes). */
export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  conflict: 3,
  notAllowed: 4,
  notFound: 5,
  unavailable: 6,
  interrupted: 130,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** An error that a person can do something about. `hint` says what. */
export class CliError extends Error {
  readonly exitCode: ExitCode
  readonly hint: string | undefined

  constructor(message: string, exitCode: ExitCode = exitCodes.failure, hint?: string) {
    super(message)
    this.exitCode = exitCode
    this.hint = hint
  }
}

export const usageError = (message: string, hint?: string) => new CliError(message, exitCodes.usage, hint)
