/** UI strings for a prompt's license, what it is based on, and its remixes. */
export const lineageTexts = {
  license: 'License:',
  source: 'Source:',
  basedOn: 'Based on',
  by: 'by',
  deletedPrompt: 'a deleted prompt',
  privatePrompt: 'a private prompt',
  olderPrompts: 'older prompts',
  remixes: (count: number) => (count === 1 ? '1 remix' : `${count >= 100 ? '100+' : count} remixes`),
  lineage: 'Remixes and sources',
  lineageOf: (title: string) => `Remixes and sources of “${title}”`,
  showMore: (count: number) => `Show ${count} more remixes`,
  noRemixes: 'Nobody has remixed this prompt yet.',
  moreRemixes: 'There are more remixes than fit here.',
  points: (score: number) => (score === 1 ? '1 point' : `${score} points`),
} as const
