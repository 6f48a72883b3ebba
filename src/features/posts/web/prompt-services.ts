import type { PostType } from '#core/model-catalogue.ts'

export type PromptService = {
  name: string
  /** The post types that the service supports. */
  types: readonly PostType[]
  /** The ids of the models that the service offers. */
  models: readonly string[]
  homeUrl: string
  /** The URL to which the encoded prompt is appended. Undefined if the service does not support a prompt in the URL. */
  promptUrl?: string
}

const WRITTEN: readonly PostType[] = ['Text', 'Code']

/** The services in which a prompt can be opened, most widely used first. */
export const promptServices: readonly PromptService[] = [
  {
    name: 'ChatGPT',
    types: [...WRITTEN, 'Image'],
    models: ['chatgpt', 'gpt-4-for-coding', 'dall-e'],
    homeUrl: 'https://chatgpt.com/',
    promptUrl: 'https://chatgpt.com/?q=',
  },
  {
    name: 'Claude',
    types: WRITTEN,
    models: ['claude', 'claude-code'],
    homeUrl: 'https://claude.ai/new',
    promptUrl: 'https://claude.ai/new?q=',
  },
  {
    name: 'Perplexity',
    types: WRITTEN,
    models: ['perplexity'],
    homeUrl: 'https://www.perplexity.ai/',
    promptUrl: 'https://www.perplexity.ai/search?q=',
  },
  {
    name: 'Mistral',
    types: WRITTEN,
    models: ['mistral'],
    homeUrl: 'https://chat.mistral.ai/chat',
    promptUrl: 'https://chat.mistral.ai/chat?q=',
  },
  {
    name: 'Grok',
    types: [...WRITTEN, 'Image'],
    models: ['grok'],
    homeUrl: 'https://grok.com/',
    promptUrl: 'https://grok.com/?q=',
  },
  {
    name: 'Midjourney',
    types: ['Image'],
    models: ['midjourney'],
    homeUrl: 'https://www.midjourney.com/imagine',
  },
  { name: 'Ideogram', types: ['Image'], models: ['ideogram'], homeUrl: 'https://ideogram.ai/' },
  { name: 'Runway', types: ['Video'], models: ['runway-gen-3'], homeUrl: 'https://app.runwayml.com/' },
  { name: 'Kling', types: ['Video'], models: ['kling-ai'], homeUrl: 'https://app.klingai.com/' },
  { name: 'Suno', types: ['Audio'], models: ['suno'], homeUrl: 'https://suno.com/create' },
  { name: 'Udio', types: ['Audio'], models: ['udio'], homeUrl: 'https://www.udio.com/create' },
  { name: 'ElevenLabs', types: ['Audio'], models: ['elevenlabs'], homeUrl: 'https://elevenlabs.io/app' },
]

/**
 * Returns the services for a prompt: first the services that offer its models, then the most recently used
 * service, then all others.
 */
export const getPromptServices = (
  type: PostType,
  models: readonly string[],
  lastUsed: string,
): readonly PromptService[] => {
  const rankOf = (service: PromptService): number => {
    const model = models.findIndex((id) => service.models.includes(id))
    if (model >= 0) return model
    return service.name === lastUsed ? models.length : models.length + 1
  }
  return promptServices.filter(({ types }) => types.includes(type)).toSorted((a, b) => rankOf(a) - rankOf(b))
}

/**
 * The limit is well below 8 kB because servers commonly reject requests with more than that in headers,
 * including cookies.
 */
const MAX_LINK_LENGTH = 6_000

/**
 * Returns the link that opens the prompt in a service. If the prompt does not fit into a link, returns the service's
 * start page and `fits: false`.
 */
export const getPromptServiceLink = (
  { homeUrl, promptUrl }: PromptService,
  text: string,
): { href: string; fits: boolean } => {
  // `encodeURIComponent` throws on a lone surrogate.
  const href = promptUrl && promptUrl + encodeURIComponent(text.toWellFormed())
  return href && href.length <= MAX_LINK_LENGTH ? { href, fits: true } : { href: homeUrl, fits: false }
}
