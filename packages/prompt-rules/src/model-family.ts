/** Groups of models that share prompting conventions. A model without a family follows the conventions of its type. */
const FAMILIES = {
  claude: ['claude', 'claude-code'],
  gpt: ['chatgpt', 'gpt-4-for-coding'],
  search: ['perplexity'],
  editor: ['github-copilot', 'cursor', 'windsurf'],
  builder: ['replit-agent', 'lovable'],
  midjourney: ['midjourney'],
  'stable-diffusion': ['stable-diffusion', 'leonardo-ai'],
  lettering: ['ideogram'],
  'picture-sentences': ['dall-e', 'flux', 'adobe-firefly'],
  'sound-video': ['veo'],
  speech: ['elevenlabs', 'play-ht'],
  song: ['suno', 'udio'],
  tags: ['stable-audio', 'mubert'],
} as const satisfies Record<string, readonly string[]>

export type ModelFamily = keyof typeof FAMILIES

const byModel = new Map<string, ModelFamily>(
  Object.entries(FAMILIES).flatMap(([family, ids]) => ids.map((id) => [id, family as ModelFamily] as const)),
)

/** Returns the families of these models without duplicates, in the order of the models. */
export const getModelFamilies = (models: readonly string[]): ModelFamily[] => [
  ...new Set(models.map((id) => byModel.get(id)).filter((family) => family !== undefined)),
]
