/** What the operator says about a use of the site's contents. `unset` says nothing. */
export const aiPreferences = ['unset', 'allow', 'deny'] as const
type AiPreference = (typeof aiPreferences)[number]

/** `training`: of models that generate texts or pictures; `search`: as input for answers that a model writes. */
export type AiPreferences = { training: AiPreference; search: AiPreference }

/** Programs that collect what models are trained with, by the names to which their operators say they listen in robots.txt. */
export const trainingCrawlers = [
  'Amazonbot',
  'Applebot-Extended',
  'Bytespider',
  'CCBot',
  'ClaudeBot',
  'cohere-training-data-crawler',
  'Google-Extended',
  'GPTBot',
  'Meta-ExternalAgent',
]

/** Programs that collect pages from which a model writes answers. */
export const answerCrawlers = ['Claude-SearchBot', 'DuckAssistBot', 'OAI-SearchBot', 'PerplexityBot']

/**
 * Returns the value of the header `Content-Usage` and of the line in robots.txt, such as `train-ai=n, ai-use=y`, or an empty
 * text if nothing is set (https://datatracker.ietf.org/doc/draft-ietf-aipref-vocab/).
 */
export const buildContentUsage = ({ training, search }: AiPreferences): string =>
  (
    [
      ['train-ai', training],
      ['ai-use', search],
    ] as const
  )
    .filter(([, preference]) => preference !== 'unset')
    .map(([use, preference]) => `${use}=${preference === 'allow' ? 'y' : 'n'}`)
    .join(', ')
