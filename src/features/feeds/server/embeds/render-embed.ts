import { hash } from 'node:crypto'
import { readByForm } from '@prompt-collection/prompt-blanks/read-by-form'
import { escapeMarkup } from '#core/escape-markup.ts'
import { licenses } from '#core/licenses.ts'
import { paths } from '#core/paths.ts'
import type { PostCard } from '#features/posts/contract.ts'

export type EmbedTheme = 'light' | 'dark'

/** The colors are those of `tokens.css`. */
const STYLE = `
:root{color-scheme:light dark}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark}
body{margin:0;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere;color:light-dark(#1d1b18,#efece6);background:light-dark(#fff,#1b1a17)}
main{padding:16px;border:1px solid light-dark(#e4e0d8,#35322b)}
h1{margin:0;font-size:18px;line-height:1.35}
p{margin:4px 0 0;font-size:14px;color:light-dark(#655f56,#a8a297)}
pre{margin:12px 0;padding:12px 16px;border-radius:8px;white-space:pre-wrap;font:14px/1.5 ui-monospace,monospace;background:light-dark(#f4f2ee,#24221d)}
a{color:inherit;text-decoration:none}
a:hover{text-decoration:underline}
a:focus-visible{outline:2px solid light-dark(#a86f00,#e9ae34);outline-offset:2px}
.more{font-weight:600;color:light-dark(#845500,#f2c15a)}
`

/** Tells the embedding page the height of the content, at first and whenever it changes. */
const SCRIPT = `new ResizeObserver(()=>parent.postMessage({context:'iframe.resize',src:location.href,height:Math.ceil(document.body.getBoundingClientRect().height)},'*')).observe(document.body)`

const source = (code: string) => `'sha256-${hash('sha256', code, 'base64')}'`

/** The Content Security Policy of embedded posts, the only pages that other sites may show in a frame. */
export const embedContentSecurityPolicy = [
  "default-src 'none'",
  `style-src ${source(STYLE)}`,
  `script-src ${source(SCRIPT)}`,
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ')

type Site = { publicUrl: string; siteName: string }

/** Renders a post, read as a visitor, as a small page for a frame. Its links open in a new tab. */
export const renderEmbed = (
  { publicUrl, siteName }: Site,
  post: PostCard,
  theme: EmbedTheme | undefined,
): string => {
  const url = publicUrl + paths.post(post)
  const license = licenses[post.license]
  const byline = [
    `by ${link(publicUrl + paths.profile(post.user.username), post.user.username)}`,
    ...(post.license === 'unspecified'
      ? []
      : [license.url ? link(license.url, license.name, 'license noopener') : escapeMarkup(license.name)]),
    ...(post.sourceUrl
      ? [`from ${link(post.sourceUrl, new URL(post.sourceUrl).host, 'nofollow ugc noopener')}`]
      : []),
  ]
  return renderDocument(
    { title: post.title, url, theme },
    `<h1 dir="auto">${link(url, post.title)}</h1>
<p>${byline.join(' · ')}</p>
<pre dir="auto">${escapeMarkup(readByForm(post.prompt, post.form, post.promptTruncated))}${post.promptTruncated ? '…' : ''}</pre>
<p class="more">${link(url, `Open on ${siteName}`)}</p>`,
  )
}

/** Renders what a frame shows instead of a post that visitors cannot read. */
export const renderMissingEmbed = ({ publicUrl, siteName }: Site, theme: EmbedTheme | undefined): string =>
  renderDocument(
    { title: 'Post not found', url: null, theme },
    `<p>This post is no longer available on ${link(publicUrl, siteName)}.</p>`,
  )

const link = (url: string, text: string, rel = 'noopener'): string =>
  `<a href="${escapeMarkup(url)}" target="_blank" rel="${rel}">${escapeMarkup(text)}</a>`

const renderDocument = (
  { title, url, theme }: { title: string; url: string | null; theme: EmbedTheme | undefined },
  body: string,
): string => `<!DOCTYPE html>
<html lang="en"${theme ? ` data-theme="${theme}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeMarkup(title)}</title>
${url ? `<link rel="canonical" href="${escapeMarkup(url)}">\n` : ''}<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
<script>${SCRIPT}</script>
</body>
</html>
`
