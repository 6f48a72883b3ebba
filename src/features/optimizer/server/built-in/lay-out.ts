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

/** Sections under Markdown headings, or between tags where the model prefers them. Empty ones fall away. */
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

/** A variable with what it is until somebody changes it. Braces would end it early. */
export const variable = (name: string, value: string): string =>
  `\${${name}:${value.replace(/[{}\n]/g, ' ')}}`

/** Whether the text asks for it already. */
export const isAskedIn = (text: string, name: string): boolean =>
  text.includes(`\${${name}:`) || text.includes(`\${${name}}`)

/** Adds keys to the end of an object that is written as JSON, and leaves the rest as its author laid it out. */
export const addToJson = (
  text: string,
  added: readonly (readonly [name: string, value: string])[],
): string => {
  const there = new Set(Object.keys(JSON.parse(text) as object))
  const lines = added
    .filter(([name]) => !there.has(name))
    .map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  if (lines.length === 0) return text
  const end = text.lastIndexOf('}')
  return `${text.slice(0, end).trimEnd()},\n${lines.join(',\n')}\n}`
}
