import type { Wording } from './languages/wording.ts'

export type Heading = keyof Wording['headings']
export type Section = { heading: Heading; body: string }

const TAGS: Record<Heading, string> = {
  task: 'task',
  context: 'context',
  requirements: 'requirements',
  output: 'output',
  input: 'input',
  more: 'details',
}

/**
 * Renders sections under Markdown headings or, for models that prefer them, in tags. Omits empty sections.
 */
export const layOut = (
  opening: string,
  sections: readonly Section[],
  { headings }: Wording,
  asTags: boolean,
): string =>
  [
    opening && asTags ? `<role>\n${opening}\n</role>` : opening,
    ...sections
      .filter(({ body }) => body)
      .map(({ heading, body }) =>
        asTags ? `<${TAGS[heading]}>\n${body}\n</${TAGS[heading]}>` : `## ${headings[heading]}\n${body}`,
      ),
  ]
    .filter(Boolean)
    .join('\n\n')

export const bullets = (lines: readonly (string | false | null | undefined)[]): string =>
  lines
    .filter(Boolean)
    .map((line) => `- ${line}`)
    .join('\n')

/** A blank with its default value. Braces in the value would end the blank early. */
export const variable = (name: string, value: string): string =>
  `\${${name}:${value.replace(/[{}\n]/g, ' ')}}`

/** Whether the text already has a blank of this name. */
export const isAskedIn = (text: string, name: string): boolean =>
  text.includes(`\${${name}:`) || text.includes(`\${${name}}`)

/** Appends keys to a JSON object and keeps the author's formatting of the rest. */
export const addToJson = (
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
