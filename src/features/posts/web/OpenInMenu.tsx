import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { Menu } from '#web/kit/Menu.tsx'
import { copyText } from './share-link.ts'
import { texts } from './texts.ts'

type PromptService = { name: string; homeUrl: string; promptUrl: string }

/**
 * Services that accept a prompt in a link. The encoded prompt is appended to `ask`; `page` opens if the
 * prompt is too long.
 */
export const promptServices: readonly PromptService[] = [
  { name: 'ChatGPT', homeUrl: 'https://chatgpt.com/', promptUrl: 'https://chatgpt.com/?q=' },
  { name: 'Claude', homeUrl: 'https://claude.ai/new', promptUrl: 'https://claude.ai/new?q=' },
  {
    name: 'Perplexity',
    homeUrl: 'https://www.perplexity.ai/',
    promptUrl: 'https://www.perplexity.ai/search?q=',
  },
  { name: 'Mistral', homeUrl: 'https://chat.mistral.ai/chat', promptUrl: 'https://chat.mistral.ai/chat?q=' },
  { name: 'Grok', homeUrl: 'https://grok.com/', promptUrl: 'https://grok.com/?q=' },
]

/** Servers commonly refuse requests whose headers, including cookies, exceed 8 kB. */
const MAX_LINK_LENGTH = 6_000

/**
 * The link that opens the prompt in a service, or the service's start page if the prompt is too long (`fits`
 * is false).
 */
export const promptLink = (
  { homeUrl: page, promptUrl: ask }: PromptService,
  text: string,
): { href: string; fits: boolean } => {
  // `encodeURIComponent` throws on a lone surrogate.
  const href = ask + encodeURIComponent(text.toWellFormed())
  return href.length <= MAX_LINK_LENGTH ? { href, fits: true } : { href: page, fits: false }
}

/** A menu that opens the prompt in another service. A prompt that is too long for a link is copied first. */
export const OpenInMenu = ({ text, disabled }: { text: string; disabled: boolean }) => (
  <Menu
    items={() =>
      promptServices.map((service) => {
        const { href, fits } = promptLink(service, text)
        return {
          label: fits ? service.name : texts.copyAndOpen(service.name),
          onSelect: () => {
            // Copies first: the new page takes the focus, and an unfocused page cannot write to the clipboard.
            const copied = fits ? Promise.resolve() : copyText(text, texts.promptCopied, texts.copyFailed)
            void copied.then(() => window.open(href, '_blank', 'noopener,noreferrer'))
          },
        }
      })
    }
    trigger={(wiring) => (
      <IconButton {...wiring} name={texts.openIn} disabled={disabled}>
        <Icon name="square-arrow-out-up-right" size={16} />
      </IconButton>
    )}
  />
)
