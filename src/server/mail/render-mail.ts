import type { Config } from '../config.ts'
import { type Html, html } from './html.ts'

/** The content of an email in plain text, from which both the text and the HTML version are rendered. */
export type MailContent = {
  subject: string
  paragraphs: readonly string[]
  /** A list of links shown below the paragraphs. */
  items?: readonly MailLink[]
  link?: MailLink
  /** Notes shown in smaller type below the link. */
  notes?: readonly string[]
  /** A link shown below the notes, such as the one to unsubscribe. */
  footerLink?: MailLink
}

export type MailLink = { label: string; url: string }

type Site = Pick<Config, 'siteName' | 'publicUrl'>

/** Returns the subject and the text and HTML versions of an email. Line breaks in the subject become spaces. */
export const renderMail = (
  site: Site,
  content: MailContent,
): { subject: string; text: string; html: string } => ({
  subject: content.subject.replace(/\s+/g, ' ').trim(),
  text: toText(site, content),
  html: toHtml(site, content).text,
})

const toText = ({ siteName, publicUrl }: Site, content: MailContent): string => {
  const { paragraphs, items = [], link, notes = [], footerLink } = content
  const list = items.map(({ label, url }) => `- ${label}\n  ${url}`)
  const linkText = (target?: MailLink) => (target ? [`${target.label}:\n${target.url}`] : [])
  const parts = [...paragraphs, ...list, ...linkText(link), ...notes, ...linkText(footerLink)]
  return `${parts.join('\n\n')}\n\n-- \n${siteName}\n${publicUrl}\n`
}

const P = 'margin:0 0 16px'
const LINK = 'color:#845500'
const BUTTON =
  'display:inline-block;padding:11px 20px;background:#f5b83d;color:#231800;border-radius:8px;font-weight:600;text-decoration:none'

/** Renders the HTML version with inline styles and without pictures, because mail clients drop everything else. */
const toHtml = (
  { siteName, publicUrl }: Site,
  { subject, paragraphs, items = [], link, notes = [], footerLink }: MailContent,
): Html => html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:#fbfaf8;color:#1d1b18;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #e4e0d8;border-radius:14px">
<p style="margin:0 0 20px;color:#655f56;font-weight:600">${siteName}</p>
${joined(paragraphs.map((text) => html`<p style="${P}">${text}</p>`))}
${joined(items.map(({ label, url }) => html`<p style="${P}"><a href="${url}" style="${LINK}">${label}</a></p>`))}
${
  link &&
  html`<p style="${P}"><a href="${link.url}" style="${BUTTON}">${link.label}</a></p>
<p style="${P};font-size:14px;color:#655f56;word-break:break-all">${link.url}</p>`
}
${joined(notes.map((text) => html`<p style="${P};font-size:14px;color:#655f56">${text}</p>`))}
${footerLink && html`<p style="${P};font-size:14px"><a href="${footerLink.url}" style="${LINK}">${footerLink.label}</a></p>`}
<p style="margin:0;font-size:14px"><a href="${publicUrl}" style="${LINK}">${siteName}</a></p>
</div>
</body>
</html>
`

const joined = (parts: readonly Html[]): Html =>
  parts.reduce(
    (all, part) => html`${all}${part}
`,
    html``,
  )
