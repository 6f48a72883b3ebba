export type Service = { name: string; page: string; ask: string }

/** Where a prompt can be taken; `ask` is followed by the prompt, `page` is opened where it is too long for that. */
export const services: readonly Service[] = [
  { name: 'ChatGPT', page: 'https://chatgpt.com/', ask: 'https://chatgpt.com/?q=' },
  { name: 'Claude', page: 'https://claude.ai/new', ask: 'https://claude.ai/new?q=' },
  { name: 'Perplexity', page: 'https://www.perplexity.ai/', ask: 'https://www.perplexity.ai/search?q=' },
  { name: 'Mistral', page: 'https://chat.mistral.ai/chat', ask: 'https://chat.mistral.ai/chat?q=' },
  { name: 'Grok', page: 'https://grok.com/', ask: 'https://grok.com/?q=' },
]

/** Servers commonly refuse addresses over 8 kB; cookies and the like go in the same headers. */
const LINK_MOST = 6_000

/** The link that asks a service this prompt, or where it is too long (`fits` is false) the service's page. */
export const linkInto = ({ page, ask }: Service, text: string): { href: string; fits: boolean } => {
  // A lone surrogate cannot be written into an address.
  const href = ask + encodeURIComponent(text.toWellFormed())
  return href.length <= LINK_MOST ? { href, fits: true } : { href: page, fits: false }
}
