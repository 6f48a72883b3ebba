/** Models that want to be asked in the same way. A model without a family is asked as its type is. */
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

export type Family = keyof typeof FAMILIES

const byModel = new Map<string, Family>(
  Object.entries(FAMILIES).flatMap(([family, ids]) => ids.map((id) => [id, family as Family] as const)),
)

/** The families of the named models, each once, in the order of their naming. */
export const familiesOf = (models: readonly string[]): Family[] => [
  ...new Set(models.map((id) => byModel.get(id)).filter((family) => family !== undefined)),
]
