import { CliError, type ExitCode, exitCodes } from './cli-error.ts'
import { toSafeText } from './terminal.ts'

/** The fields of the site's problem details (RFC 9457) that the command line uses. */
type Problem = {
  code?: string
  message?: string
  scope?: string
  conflictUrl?: string
  retryAfterSeconds?: number
  issues?: { path: string; message: string }[]
}

const exitCodeOf = (status: number): ExitCode => {
  if (status === 401 || status === 403) return exitCodes.notAllowed
  if (status === 404 || status === 410) return exitCodes.notFound
  if (status === 412) return exitCodes.conflict
  return status === 429 || status >= 500 ? exitCodes.unavailable : exitCodes.failure
}

const hintOf = (status: number, { code, scope, conflictUrl, retryAfterSeconds }: Problem) => {
  if (status === 401) return 'Run `prompt-collection login SITE`.'
  if (code === 'token-scope-missing')
    return `The token needs the scope ${scope}. Create another one in the settings of the site, or run \`prompt-collection login\`.`
  if (status === 429 && retryAfterSeconds)
    return `Try again in ${retryAfterSeconds > 90 ? `${Math.ceil(retryAfterSeconds / 60)} minutes` : `${retryAfterSeconds} seconds`}.`
  return conflictUrl && `See ${conflictUrl}`
}

/** An error that the site has answered with. */
export class ApiError extends CliError {
  readonly status: number
  readonly code: string | undefined

  constructor(status: number, problem: Problem) {
    const issues = (problem.issues ?? []).map(
      ({ path, message }) => `\n  ${path ? `${path}: ` : ''}${message}`,
    )
    const message = problem.message ?? `The site answered with ${status}.`
    super(toSafeText(message + issues.join('')), exitCodeOf(status), hintOf(status, problem))
    this.status = status
    this.code = problem.code
  }
}

/** Reads an error of the site, which may also come from a proxy in front of it. */
export const toApiError = async (response: Response): Promise<ApiError> => {
  const problem = (await response.json().catch(() => null)) as Problem | null
  return new ApiError(response.status, typeof problem === 'object' && problem !== null ? problem : {})
}
