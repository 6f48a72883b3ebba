import * as z from 'zod/mini'
import { type ErrorCode, errorKinds, getErrorKind } from '#core/error-codes.ts'
import { escapeMarkup } from '#core/escape-markup.ts'
import type { HttpError } from '#core/http-error.ts'
import { paths } from '#core/paths.ts'
import { tokenScopes } from '#core/token-scopes.ts'
import { classifyUrl } from './classify-url.ts'

/**
 * The body of every API error: problem details (RFC 9457, docs/spec/errors.md#error-responses). Only a 400 has
 * `issues`; the other optional members depend on the code.
 */
export const errorResponseSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(Object.keys(errorKinds) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  field: z.optional(z.string()),
  conflictUrl: z.optional(z.string()),
  retryAfterSeconds: z.optional(z.int()),
  signInAgain: z.optional(z.literal(true)),
  scope: z.optional(z.enum(tokenScopes)),
})

export const PROBLEM_MEDIA_TYPE = 'application/problem+json'

const toProblem = ({ code, status, message, issues, retryAfter, details }: HttpError) => ({
  type: `${paths.apiProblems}#${code}`,
  title: getErrorKind(code).title,
  status,
  detail: message,
  code,
  message,
  issues,
  retryAfterSeconds: retryAfter,
  ...details,
})

/**
 * Renders an error: problem details under /api, one line of text for a file, and elsewhere a page that links to the
 * home page and, if the error is the site's fault, shows the request id.
 */
export const renderError = (
  url: string,
  error: HttpError,
  requestId?: string,
): { type: string; body: string } => {
  const { message } = error
  switch (classifyUrl(url)) {
    case 'api':
      return { type: `${PROBLEM_MEDIA_TYPE}; charset=utf-8`, body: JSON.stringify(toProblem(error)) }
    case 'file':
      return { type: 'text/plain; charset=utf-8', body: `${message}\n` }
    case 'page':
      return {
        type: 'text/html; charset=utf-8',
        body: errorPage(escapeMarkup(message), error.status >= 500 ? requestId : undefined),
      }
  }
}

const errorPage = (message: string, requestId: string | undefined): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${message}</title><h1>${message}</h1><p><a href="/">Home</a></p>${requestId ? `<p><small>Request ${requestId}</small></p>` : ''}</html>`
