import { modelNameToId } from './slugs.ts'

export const postTypes = ['Text', 'Code', 'Image', 'Video', 'Audio'] as const
export type PostType = (typeof postTypes)[number]

/** The icon of each post type. All models of that type use it. */
export const typeIcons = {
  Text: 'text',
  Code: 'code',
  Image: 'image',
  Video: 'film',
  Audio: 'waves',
} as const satisfies Record<PostType, string>
export type CatalogueIcon = (typeof typeIcons)[PostType]

export type Model = { id: string; name: string; category: PostType; icon: CatalogueIcon; company: string }

const modelsOf = (category: PostType, ...entries: [name: string, company: string][]): Model[] =>
  entries.map(([name, company]) => ({
    id: modelNameToId(name),
    name,
    category,
    icon: typeIcons[category],
    company,
  }))

/**
 * The model catalogue (docs/spec/data.md#model-catalogue). The id of a model never changes, and the id of a retired
 * model remains valid in existing posts.
 */
export const models: readonly Model[] = [
  ...modelsOf(
    'Text',
    ['ChatGPT', 'OpenAI'],
    ['Claude', 'Anthropic'],
    ['Gemini', 'Google'],
    ['Llama', 'Meta'],
    ['Grok', 'xAI'],
    ['Mistral', 'Mistral AI'],
    ['Perplexity', 'Perplexity AI'],
  ),
  ...modelsOf(
    'Code',
    ['Claude Code', 'Anthropic'],
    ['GPT-4 (for coding)', 'OpenAI'],
    ['GitHub Copilot', 'GitHub'],
    ['Cursor', 'Anysphere'],
    ['Replit Agent', 'Replit'],
    ['Lovable', 'Lovable'],
    ['Windsurf', 'Codeium'],
  ),
  ...modelsOf(
    'Image',
    ['Midjourney', 'Midjourney'],
    ['DALL-E', 'OpenAI'],
    ['Stable Diffusion', 'Stability AI'],
    ['Leonardo AI', 'Leonardo'],
    ['Flux', 'Black Forest Labs'],
    ['Ideogram', 'Ideogram'],
    ['Adobe Firefly', 'Adobe'],
  ),
  ...modelsOf(
    'Video',
    ['VEO', 'Google'],
    ['Sora (OpenAI)', 'OpenAI'],
    ['Runway Gen-3', 'Runway'],
    ['Kling AI', 'Kuaishou'],
    ['Pika', 'Pika Labs'],
    ['Stable Video Diffusion', 'Stability AI'],
    ['Luma AI', 'Luma'],
  ),
  ...modelsOf(
    'Audio',
    ['ElevenLabs', 'ElevenLabs'],
    ['Suno', 'Suno'],
    ['Udio', 'Udio'],
    ['Stable Audio', 'Stability AI'],
    ['Mubert', 'Mubert'],
    ['Play.ht', 'PlayHT'],
  ),
]

export const modelIds = models.map((model) => model.id)
const byId = new Map(models.map((model) => [model.id, model]))

/** Returns the display name of a model. For a retired model, returns the id. */
export const getModelName = (id: string): string => byId.get(id)?.name ?? id

/** Returns the post type that a model produces, or null if there is no model or the model is retired. */
export const getModelType = (id: string | undefined): PostType | null => byId.get(id ?? '')?.category ?? null

/** Returns the models of the given types, or all models if no types are given (docs/spec/data.md#model-catalogue). */
export const getModelsByType = (types: readonly PostType[]): readonly Model[] =>
  types.length ? models.filter((model) => types.includes(model.category)) : models
