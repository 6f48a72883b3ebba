import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type Html, html } from '#server/html.ts'

/**
 * Duplicates the colours from `web/kit/tokens.css`, because these pages load no other file. Avoids `light-dark()`,
 * which browsers before 2024 do not support.
 */
const STYLE = `
:root{color-scheme:light dark;--bg:#fbfaf8;--surface:#ffffff;--line:#e4e0d8;--strong:#8f887b;--ink:#1d1b18;--muted:#655f56;--accent:#845500;--fill:#f5b83d;
--on-fill:#231800;--ring:#a86f00;--danger:#b3261e}
@media (prefers-color-scheme:dark){:root{--bg:#141311;--surface:#1b1a17;--line:#35322b;--strong:#7a7365;--ink:#efece6;--muted:#a8a297;--accent:#f2c15a;--fill:#e9ae34;
--on-fill:#1d1400;--ring:#e9ae34;--danger:#f2938c}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:16px;background:var(--bg);color:var(--ink);font:16px/1.5 "Noto Sans",system-ui,sans-serif}
main{width:100%;max-width:400px;padding:28px;background:var(--surface);border:1px solid var(--line);border-radius:14px}
header{display:flex;align-items:center;gap:8px;color:var(--muted);font-weight:600}
header svg{fill:var(--fill)}
h1{margin:12px 0 4px;font-size:24px;line-height:1.25}
p{margin:8px 0;color:var(--muted)}
label{display:block;margin:16px 0 4px;font-weight:600}
small{font-weight:400;color:var(--muted)}
input{width:100%;min-height:44px;padding:8px 12px;font:inherit;color:inherit;background:transparent;border:1px solid var(--strong);border-radius:8px}
input[aria-invalid=true]{border-color:var(--danger)}
:focus-visible{outline:2px solid var(--ring);outline-offset:2px}
meter{width:100%;height:8px;margin-top:8px}
meter[hidden]{display:none}
.strength{margin:2px 0 0;font-size:14px;min-height:21px}
.error{margin:4px 0 0;color:var(--danger);font-size:14px}
button{width:100%;min-height:44px;margin-top:24px;font:inherit;font-weight:600;color:var(--on-fill);background:var(--fill);border:0;border-radius:8px;cursor:pointer}
button:disabled{opacity:.6;cursor:default}
a{color:var(--accent)}
button.secondary,a.secondary{margin-top:12px;color:inherit;background:transparent;border:1px solid var(--strong)}
a.secondary{display:flex;align-items:center;justify-content:center;min-height:44px;font-weight:600;text-decoration:none;border-radius:8px}
nav{display:flex;justify-content:space-between;gap:12px;margin-top:20px;flex-wrap:wrap}`

const STAR = html`<svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2l3.1 6.3 6.9 1-5 4.9 1.2 6.8-6.2-3.2L5.8 21 7 14.2 2 9.3l6.9-1z"/></svg>`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

/**
 * The pages' Content Security Policy. It is stricter than the site's own: it allows no scripts, only one
 * inline style sheet, and forms that submit only to this origin. `script-src` has to be present because, on
 * pages that submit a form automatically, the provider's library adds the hash of its small script to it.
 */
export const PROVIDER_PAGE_CSP = [
  "default-src 'none'",
  "script-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Renders a complete provider page. */
export const renderProviderPage = (siteName: string, title: string, content: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} - ${siteName}</title>
`.text +
  `<style>${STYLE}</style>` +
  html`
</head>
<body>
<main>
<header>${STAR}${siteName}</header>
<h1>${title}</h1>
${content}
</main>
</body>
</html>`.text

export const sendProviderPage = (
  reply: FastifyReply,
  status: number,
  text: string,
  policy = PROVIDER_PAGE_CSP,
): FastifyReply =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(text)

export const renderMessagePage = (siteName: string, title: string, text: string): string =>
  renderProviderPage(
    siteName,
    title,
    html`<p role="alert">${text}</p><p><a href="/">Back to ${siteName}</a></p>`,
  )
