import {
  type Blank,
  fillPrompt,
  getBlankLabel,
  getDistinctBlanks,
  type PromptSegment,
} from '@prompt-collection/prompt-blanks'
import { fillMessages, groupByRole, type PromptMessage } from '@prompt-collection/prompt-blanks/messages'
import { readByForm } from '@prompt-collection/prompt-blanks/read-by-form'
import { splitByForm } from '@prompt-collection/prompt-blanks/split-by-form'
import type { FastifyReply } from 'fastify'
import { markdownToPlainText } from '#core/markdown-to-plain-text.ts'
import { readSkill, renderSkillMd, toFrontMatter } from '#core/skill.ts'
import { truncateText } from '#core/text.ts'
import type { PostFields } from '../contract-fields.ts'
import type { PromptFileFormat } from '../contract-values.ts'

/** A prompt, or one of its versions, as it is written into a file. */
export type PromptFileSource = Pick<
  PostFields,
  | 'title'
  | 'description'
  | 'prompt'
  | 'type'
  | 'models'
  | 'tags'
  | 'blanksIn'
  | 'license'
  | 'sourceUrl'
  | 'form'
  | 'skill'
> & {
  id: number
  version: number
  author: string
  /** Null for a private prompt, whose link is secret. */
  url: string | null
  /** True if the viewer gets only the beginning of the prompt. */
  promptTruncated: boolean
}

export type PromptFile = { name: string; type: string; text: string }

/** Sends a prompt as a file that other programs read. */
export const sendPromptFile = (
  reply: FastifyReply,
  source: PromptFileSource,
  format: PromptFileFormat,
): FastifyReply => {
  const { name, type, text } = renderPromptFile(source, format)
  return reply
    .type(`${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(text)
}

/** Renders a prompt as a file that other programs read. */
export const renderPromptFile = (source: PromptFileSource, format: PromptFileFormat): PromptFile => {
  const [extension, type, render] = renderers[format]
  const name = extension.startsWith('/') ? extension.slice(1) : `${toFileName(source)}${extension}`
  return { name, type, text: render(source) }
}

type Renderer = [extension: string, type: string, render: (source: PromptFileSource) => string]

const renderers: Readonly<Record<PromptFileFormat, Renderer>> = {
  markdown: ['.md', 'text/markdown', (source) => withFrontMatter(describe(source), source.prompt)],
  text: ['.txt', 'text/plain', (source) => `${readByForm(source.prompt, source.form)}\n`],
  skill: ['/SKILL.md', 'text/markdown', (source) => renderSkill(source)],
  'prompt-file': ['.prompt.md', 'text/markdown', (source) => renderVsCodePrompt(source)],
  dotprompt: ['.prompt', 'text/plain', (source) => renderDotprompt(source)],
  promptfoo: ['.promptfoo.yaml', 'application/yaml', (source) => renderPromptfoo(source)],
  openai: ['.openai.json', 'application/json', (source) => toJson({ messages: messagesOf(source) })],
  anthropic: [
    '.anthropic.json',
    'application/json',
    (source) => toJson({ max_tokens: 4_096, ...toAnthropic(messagesOf(source)) }),
  ],
}

const MAX_NAME_LENGTH = 64
const MAX_DESCRIPTION_LENGTH = 1_024

/** Returns a name of lower-case letters, digits and hyphens; names in other scripts become `prompt-7`. */
export const toFileName = ({ title, id }: Pick<PromptFileSource, 'title' | 'id'>): string => {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  const name = (words ?? []).join('-').slice(0, MAX_NAME_LENGTH).replace(/-+$/, '')
  return name || `prompt-${id}`
}

const summarize = ({ description, title }: PromptFileSource): string =>
  truncateText(markdownToPlainText(description).replace(/\s+/g, ' ').trim(), MAX_DESCRIPTION_LENGTH) || title

const licenseOf = ({ license }: PromptFileSource) => license !== 'unspecified' && { license }

/** `source` is the prompt on this site, and `basedOn` where its author has it from. */
const originOf = (source: PromptFileSource) => ({
  author: source.author,
  ...(source.url !== null && { source: source.url }),
  ...(source.sourceUrl && { basedOn: source.sourceUrl }),
  id: source.id,
  version: source.version,
  ...(source.promptTruncated && { truncated: true }),
})

const describe = (source: PromptFileSource) => ({
  title: source.title,
  description: source.description,
  type: source.type,
  models: source.models,
  tags: source.tags,
  ...(source.form !== 'prompt' && { form: source.form }),
  ...(source.blanksIn !== 'text' && { blanksIn: source.blanksIn }),
  ...licenseOf(source),
  ...originOf(source),
})

/** Writes values as YAML. JSON's texts and lists are YAML, whatever characters they have. */
const toYaml = (values: object, indent = ''): string =>
  Object.entries(values)
    .map(([key, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? `${indent}${key}:${Object.keys(value).length ? `\n${toYaml(value, `${indent}  `)}` : ' {}\n'}`
        : `${indent}${key}: ${JSON.stringify(value)}\n`,
    )
    .join('')

const withFrontMatter = (values: object, body: string): string => `---\n${toYaml(values)}---\n\n${body}\n`

/** Names license and origin in a comment, for programs that do not accept fields of others. */
const renderOriginComment = (source: PromptFileSource): string =>
  toYaml({
    ...licenseOf(source),
    ...(source.sourceUrl && { basedOn: source.sourceUrl }),
  })
    .replace(/^/gm, '# ')
    .slice(0, -2)

const toJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

const splitOf = (source: PromptFileSource): PromptSegment[] => splitByForm(source.prompt, source)

const messagesOf = (source: PromptFileSource): PromptMessage[] => {
  const segments = splitOf(source)
  return source.form === 'messages'
    ? fillMessages(segments, {})
    : [{ role: 'user', content: fillPrompt(segments, {}) }]
}

/** Anthropic's API takes system messages as one text beside the others, of which there must be one. */
const toAnthropic = (messages: readonly PromptMessage[]) => {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content)
  const others = messages.filter(({ role }) => role !== 'system')
  if (others.length === 0) return { messages: [{ role: 'user', content: system.join('\n\n') }] }
  return { ...(system.length > 0 && { system: system.join('\n\n') }), messages: others }
}

const renderSkill = (source: PromptFileSource): string => {
  if (source.form === 'skill')
    return renderSkillMd(toFrontMatter(readSkill(source.skill), source), source.prompt)
  const blanks = getDistinctBlanks(splitOf(source))
  const questions = blanks.map((blank) => {
    const notes = [blank.fallback && `default: ${blank.fallback}`, blank.choices?.join(', ')].filter(Boolean)
    return `- \`${blank.name}\`: ${getBlankLabel(blank.name)}${notes.length ? ` (${notes.join('; ')})` : ''}\n`
  })
  const intro = blanks.length
    ? `Ask for these values, and put them in the place of their names:\n\n${questions.join('')}\n`
    : ''
  const { author, version, source: url, basedOn } = originOf(source)
  const metadata = {
    author,
    version: String(version),
    ...(url && { source: url }),
    ...(basedOn && { basedOn }),
  }
  return withFrontMatter(
    { name: toFileName(source), description: summarize(source), ...licenseOf(source), metadata },
    `${intro}${readByForm(source.prompt, source.form)}`,
  )
}

/** Returns a variable's name for each blank: template languages know letters, digits and underscores only. */
const toVariables = (segments: readonly PromptSegment[]): Map<string, string> => {
  const variables = new Map<string, string>()
  for (const { name } of getDistinctBlanks(segments)) {
    const written = name.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_+|_+$/g, '')
    const isFree = /^[A-Za-z]/.test(written) && ![...variables.values()].includes(written)
    variables.set(name, isFree ? written : `blank_${variables.size + 1}`)
  }
  return variables
}

type Template = {
  /** Writes segments with their blanks as variables. */
  write: (segments: readonly PromptSegment[]) => string
  segments: PromptSegment[]
  variables: { blank: Blank; name: string }[]
}

/** Writes the blanks as variables of a template language, and its text so that nothing in it is one. */
const toTemplate = (
  source: PromptFileSource,
  toVariable: (name: string, blank: Blank) => string,
  escapeText: (text: string) => string = (text) => text,
): Template => {
  const segments = splitOf(source)
  const names = toVariables(segments)
  const nameOf = ({ name }: Blank) => names.get(name) ?? name
  return {
    write: (written) =>
      written
        .map(({ written, text, blank }) =>
          blank ? toVariable(nameOf(blank), blank) : escapeText(text ?? written),
        )
        .join(''),
    segments,
    variables: getDistinctBlanks(segments).map((blank) => ({ blank, name: nameOf(blank) })),
  }
}

const renderVsCodePrompt = (source: PromptFileSource): string => {
  const { write, segments } = toTemplate(source, (name, { fallback, choices }) => {
    const hint = (fallback || choices?.join(', ') || '').replace(/[{}:]/g, ' ').trim()
    return hint ? `\${input:${name}:${hint}}` : `\${input:${name}}`
  })
  const fields = toYaml({ name: toFileName(source), description: summarize(source) })
  return `---\n${renderOriginComment(source)}${fields}---\n\n${write(segments)}\n`
}

/**
 * Writes text so that Handlebars finds no tag in it, and Dotprompt no beginning of another message. A backslash makes the
 * tag that follows text, two make one backslash. An empty comment separates text from the tag beside it, except for a
 * brace before a tag, which gets a space.
 */
const escapeHandlebars = (text: string): string =>
  text
    .replaceAll('<<<dotprompt:', '<< <dotprompt:')
    .replace(/(\\*)\{\{/g, (_, slashes: string) => `${slashes && `\\${slashes}{{!}}`}\\{{`)
    .replace(/\\+$/, (slashes) => `\\${slashes}{{!}}`)
    .replace(/\{$/, '{ ')
    .replace(/^\}/, '{{!}}}')

const renderDotprompt = (source: PromptFileSource): string => {
  const { write, segments, variables } = toTemplate(source, (name) => `{{${name}}}`, escapeHandlebars)
  const body =
    source.form === 'messages'
      ? groupByRole(segments)
          .map(
            ({ role, segments }) =>
              `{{role "${role === 'assistant' ? 'model' : role}"}}\n${write(segments).trim()}`,
          )
          .join('\n')
      : write(segments)
  const schema = Object.fromEntries(
    variables.map(({ name, blank }) => [
      blank.fallback || blank.choices ? `${name}?` : name,
      `string, ${getBlankLabel(blank.name)}`,
    ]),
  )
  const defaults = variables.filter(({ blank }) => blank.fallback)
  return withFrontMatter(
    {
      ...(variables.length > 0 && {
        input: {
          schema,
          ...(defaults.length > 0 && {
            default: Object.fromEntries(defaults.map(({ name, blank }) => [name, blank.fallback])),
          }),
        },
      }),
      metadata: { title: source.title, ...licenseOf(source), ...originOf(source) },
    },
    body,
  )
}

/** Writes text so that Nunjucks finds no tag in it, also not together with a variable that follows. */
const escapeNunjucks = (text: string): string => text.replace(/\{(?=[{%#]|$)|#(?=\})/g, '{{ "$&" }}')

const renderPromptfoo = (source: PromptFileSource): string => {
  const { write, segments, variables } = toTemplate(source, (name) => `{{${name}}}`, escapeNunjucks)
  // promptfoo fills in the texts of a prompt that is JSON, so values cannot break it.
  const body =
    source.form === 'messages'
      ? JSON.stringify(
          groupByRole(segments).map(({ role, segments }) => ({ role, content: write(segments).trim() })),
        )
      : write(segments)
  const vars = Object.fromEntries(
    variables.map(({ name, blank }) => [name, blank.fallback || blank.choices?.[0] || `<${name}>`]),
  )
  const test = variables.length > 0 ? `tests:\n  - vars:\n${toYaml(vars, '      ')}` : 'tests:\n  - {}\n'
  return `${renderOriginComment(source)}description: ${JSON.stringify(source.title)}\nproviders:\n  - openai:gpt-5-mini\nprompts:\n  - ${JSON.stringify(body)}\n${test}`
}
