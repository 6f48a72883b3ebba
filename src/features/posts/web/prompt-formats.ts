import type { BlankValues, PromptSegment } from '@prompt-collection/prompt-blanks'
import { fillMessages } from '@prompt-collection/prompt-blanks/messages'
import { toMarkdownLine } from '#core/markdown-line.ts'
import type { PostType } from '#core/model-catalogue.ts'

/** The details that a copied prompt includes. `url` is null for a private post, whose link is a secret. */
export type PromptDetails = {
  title: string
  type: PostType
  models: readonly string[]
  url: string | null
}

/**
 * Returns the prompt with its title and link as Markdown, plain text and JSON, which lists the messages if there are some.
 * `prompt` are the segments, filled in.
 */
export const getPromptFormats = (
  prompt: string,
  { title, type, models, url }: PromptDetails,
  segments: readonly PromptSegment[],
  filled: BlankValues,
): { name: string; content: string }[] => {
  const hasMessages = segments.some(({ role }) => role)
  const joined = (...texts: (string | null)[]) => texts.filter((text) => text !== null).join('\n\n')
  // The code fence must be longer than any fence within the prompt.
  const longest = Math.max(2, ...(prompt.match(/`+/g) ?? []).map((ticks) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return [
    {
      name: 'Markdown',
      content: joined(`# ${toMarkdownLine(title)}`, `${fence}text\n${prompt}\n${fence}`, url && `<${url}>`),
    },
    { name: 'plain text', content: joined(title, prompt, url) },
    {
      name: 'JSON',
      content: JSON.stringify(
        {
          title,
          type,
          models,
          ...(hasMessages ? { messages: fillMessages(segments, filled) } : { prompt }),
          url: url ?? undefined,
        },
        null,
        2,
      ),
    },
  ]
}
