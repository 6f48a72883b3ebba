import { hasXmlTags } from './detect-layout.ts'
import type { PromptPhrases } from './prompt-phrases.ts'
import { type AuthorSection, joinSentences } from './sections.ts'

type Added = Partial<Record<SectionHeading, string>>

type PromptLayout = {
  /** The role sentence at the top, or an empty string. */
  opening: string
  /** The lines to add, by section. */
  added: Added
  phrases: PromptPhrases
  useXmlTags: boolean
} & ({ own: readonly AuthorSection[] } | { text: string })

/** The default order of the sections, used unless the author's sentences are in a different order. */
const ORDER: readonly SectionHeading[] = ['task', 'context', 'requirements', 'output', 'input']

/** Adds headings to the author's sentences without reordering them, and adds the new lines below them. */
export const renderPrompt = (layout: PromptLayout): string => {
  const { opening, added, phrases, useXmlTags } = layout
  if ('text' in layout) {
    const tags = useXmlTags || hasXmlTags(layout.text)
    const more = renderSections('', [{ heading: 'more', body: added.more ?? '' }], phrases, tags)
    const role = opening && tags ? `<role>\n${opening}\n</role>` : opening
    return [role, layout.text, more].filter(Boolean).join('\n\n')
  }
  const { own } = layout
  const role = own.find(({ kind }) => kind === 'role')
  const sections: PromptSection[] = own.flatMap(({ kind, sentences }) => {
    if (kind === 'role') return []
    const isList = kind === 'requirements' || kind === 'output'
    const body = isList ? formatBulletList(sentences.map(({ text }) => text)) : joinSentences(sentences)
    return [{ heading: kind, body }]
  })
  for (const heading of ORDER) {
    const lines = added[heading]
    if (!lines) continue
    const existing = sections.find((section) => section.heading === heading)
    if (existing) existing.body = `${existing.body}\n${lines}`
    else insert(sections, { heading, body: lines })
  }
  return renderSections(role ? joinSentences(role.sentences) : opening, sections, phrases, useXmlTags)
}

/** Inserts the section after the task, before the first one that follows it in `ORDER`. */
const insert = (sections: PromptSection[], section: PromptSection): void => {
  const rank = ORDER.indexOf(section.heading)
  const isLater = ({ heading }: PromptSection) => ORDER.indexOf(heading) > rank
  const task = sections.findIndex(({ heading }) => heading === 'task')
  const index = sections.findIndex((each, position) => position > task && isLater(each))
  sections.splice(index < 0 ? sections.length : index, 0, section)
}

export type SectionHeading = keyof PromptPhrases['headings']
export type PromptSection = { heading: SectionHeading; body: string }

const TAGS: Record<SectionHeading, string> = {
  task: 'task',
  context: 'context',
  requirements: 'requirements',
  output: 'output',
  input: 'input',
  more: 'details',
}

/** Renders sections under Markdown headings or, for models that prefer them, in tags. Omits empty sections. */
export const renderSections = (
  opening: string,
  sections: readonly PromptSection[],
  { headings }: PromptPhrases,
  useXmlTags: boolean,
): string =>
  [
    opening && useXmlTags ? `<role>\n${opening}\n</role>` : opening,
    ...sections
      .filter(({ body }) => body)
      .map(({ heading, body }) =>
        useXmlTags ? `<${TAGS[heading]}>\n${body}\n</${TAGS[heading]}>` : `## ${headings[heading]}\n${body}`,
      ),
  ]
    .filter(Boolean)
    .join('\n\n')

export const formatBulletList = (lines: readonly (string | false | null | undefined)[]): string =>
  lines
    .filter(Boolean)
    .map((line) => `- ${line}`)
    .join('\n')

/** Returns the value of a blank that is optional and offers suggestions. */
export const formatSuggestions = (suggestions: readonly string[]): string => `|${suggestions.join('|')}`

/** Returns a blank with its default value or its suggestions. Braces in the value would end the blank early. */
export const formatBlankWithValue = (name: string, value: string): string =>
  `\${${name}:${value.replace(/[{}\n]/g, ' ')}}`

/** Returns whether the text already contains a blank with this name. */
export const hasBlank = (text: string, name: string): boolean =>
  text.includes(`\${${name}:`) || text.includes(`\${${name}}`)

/** Appends keys to a JSON object, preserving the author's formatting of the rest. */
export const appendJsonKeys = (
  text: string,
  added: readonly (readonly [name: string, value: string])[],
): string => {
  const existing = new Set(Object.keys(JSON.parse(text) as object))
  const lines = added
    .filter(([name]) => !existing.has(name))
    .map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  if (lines.length === 0) return text
  const end = text.lastIndexOf('}')
  return `${text.slice(0, end).trimEnd()},\n${lines.join(',\n')}\n}`
}
