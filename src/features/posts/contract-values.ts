/** The files as which a prompt can be downloaded (docs/import-and-export.md#files-of-a-prompt). */
export const promptFileFormats = [
  'markdown',
  'text',
  'skill',
  'prompt-file',
  'dotprompt',
  'promptfoo',
  'openai',
  'anthropic',
] as const
export type PromptFileFormat = (typeof promptFileFormats)[number]
