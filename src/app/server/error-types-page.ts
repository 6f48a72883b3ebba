import { type ErrorCode, errorKinds, getErrorKind } from '#core/error-codes.ts'
import { escapeMarkup } from '#core/escape-markup.ts'

const row = (code: ErrorCode): string => {
  const { status, title, note = '' } = getErrorKind(code)
  return `<tr id="${code}"><th scope="row"><code>${code}</code></th><td>${status}</td><td>${escapeMarkup(title)}</td><td>${escapeMarkup(note)}</td></tr>`
}

/**
 * Returns the page that the `type` of every error links to: a table of all error codes. It contains no
 * scripts or styles, so it works under the strict Content Security Policy of API responses.
 */
export const renderErrorTypesPage = (siteName: string): string => {
  const title = escapeMarkup(`API errors · ${siteName}`)
  const rows = (Object.keys(errorKinds) as ErrorCode[]).map(row).join('\n')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<h1>API errors</h1>
<p>Every error response is a problem details object (RFC 9457). Its <code>code</code> is one of these and never changes its meaning.</p>
<table>
<thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th><th scope="col">Details</th></tr></thead>
<tbody>
${rows}
</tbody>
</table>
</html>
`
}
