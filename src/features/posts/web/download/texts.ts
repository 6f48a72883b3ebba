import type { PromptFileFormat } from '../../contract-values.ts'

/** UI strings for downloading posts as files. */
export const downloadTexts = {
  description: 'Choose the program that is to read it.',
  download: 'Download',
  downloadAs: (format: string) => `Download as ${format}`,
  formats: {
    markdown: { name: 'Markdown', hint: 'With its other fields, which this site and editors of notes read' },
    text: { name: 'Text', hint: 'The prompt alone' },
    skill: { name: 'Skill', hint: 'SKILL.md for agents, with the files of a skill' },
    'prompt-file': { name: 'Prompt file', hint: 'For VS Code' },
    dotprompt: { name: 'Dotprompt', hint: 'For Genkit' },
    promptfoo: { name: 'promptfoo', hint: 'To test the prompt' },
    openai: { name: 'OpenAI', hint: 'The messages of a request, as JSON' },
    anthropic: { name: 'Anthropic', hint: 'The messages of a request, as JSON' },
  } satisfies Record<PromptFileFormat, { name: string; hint: string }>,
} as const
