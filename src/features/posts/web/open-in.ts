export type Service = { name: string; page: string; ask: string }

/**
 * Services that accept a prompt in a link. The encoded prompt is appended to `ask`; `page` opens if the
 * prompt is too long.
 */
export const services: readonly Service[] = [
  { name: 'ChatGPT', page: 'https://chatgpt.com/', ask: 'https://chatgpt.com/?q=' },
  { name: 'Claude', page: 'https://claude.ai/new', ask: 'https://claude.ai/new?q=' },
  { name: 'Perplexity', page: 'https://www.perplexity.ai/', ask: 'https://www.perplexity.ai/search?q=' },
  { name: 'Mistral', page: 'https://chat.mistral.ai/chat', ask: 'https://chat.mistral.ai/chat?q=' },
  { name: 'Grok', page: 'https://grok.com/', ask: 'https://grok.com/?q=' },
]

/** Servers commonly refuse headers over 8 kB, which also include cookies. */
const MAX_LINK_LENGTH = 6_000

/**
 * The link that opens the prompt in a service, or the service's start page if the prompt is too long (`fits`
 * is false).
 */
export const linkInto = ({ page, ask }: Service, text: string): { href: string; fits: boolean } => {
  // `encodeURIComponent` throws on a lone surrogate.
  const href = ask + encodeURIComponent(text.toWellFormed())
  return href.length <= MAX_LINK_LENGTH ? { href, fits: true } : { href: page, fits: false }
}
