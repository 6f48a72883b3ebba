import { parse } from 'yaml'
import { importTexts } from '../texts.ts'
import {
  type Candidate,
  createCandidate,
  isRecord,
  type ReadProblem,
  textOf,
  titleFromFileName,
} from './candidate.ts'

const FRONT_MATTER = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/

type Document = { fields: Record<string, unknown>; body: string }

/** Splits a document into its front matter and the rest. Throws if the front matter is not YAML. */
export const splitFrontMatter = (text: string): Document => {
  const [whole = '', yaml = ''] = FRONT_MATTER.exec(text) ?? []
  if (whole === '') return { fields: {}, body: text }
  const fields: unknown = parse(yaml)
  return { fields: isRecord(fields) ? fields : {}, body: text.slice(whole.length) }
}

/** How far into a document its heading is looked for. */
const HEADING_CHARACTERS = 1_000

/** Returns the text of the first heading near the beginning of a document. Hashes at its end belong to its mark. */
const findHeading = (text: string): string | undefined =>
  text
    .slice(0, HEADING_CHARACTERS)
    .split('\n')
    .filter((line) => /^#\s/.test(line))
    .map((line) =>
      line
        .slice(1)
        .replace(/\s#+\s*$/, '')
        .trim(),
    )
    .find((heading) => heading !== '')

const titleOf = (fields: Record<string, unknown>, body: string, path: string): string =>
  textOf(fields.title) || findHeading(body) || textOf(fields.name) || titleFromFileName(path)

const metadataOf = (fields: Record<string, unknown>): Record<string, unknown> =>
  isRecord(fields.metadata) ? fields.metadata : {}

/** Reads Markdown with or without front matter, such as the site's own files. */
export const readMarkdown = (path: string, text: string): Candidate | ReadProblem => {
  const { fields, body } = splitFrontMatter(text)
  return createCandidate(path, {
    title: titleOf(fields, body, path),
    prompt: body,
    description: fields.description,
    type: fields.type,
    models: fields.models,
    tags: fields.tags,
    blanksIn: fields.blanksIn,
    form: fields.form,
    license: fields.license,
    sourceUrl: fields.basedOn ?? fields.sourceUrl,
    promptTruncated: fields.truncated,
  })
}

const toolsOf = (tools: unknown): string => (Array.isArray(tools) ? tools.join(' ') : textOf(tools))

/** What the site writes before the prompt of a skill with blanks. */
const SKILL_INTRODUCTION =
  /^Ask for these values, and put them in the place of their names:\n\n(?:- `.*\n)+\n/

/** Reads `SKILL.md` of a skill (https://agentskills.io). */
export const readSkill = (path: string, text: string): Candidate | ReadProblem => {
  const { fields, body } = splitFrontMatter(text)
  const { basedOn, ...metadata } = metadataOf(fields)
  const prompt = body.trimStart().replace(SKILL_INTRODUCTION, '')
  const title = findHeading(prompt) ?? titleFromFileName(textOf(fields.name) || path)
  return createCandidate(path, {
    title,
    prompt,
    form: 'skill',
    skill: {
      name: fields.name,
      compatibility: textOf(fields.compatibility),
      allowedTools: toolsOf(fields['allowed-tools']),
      metadata: Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, String(value)])),
    },
    description: fields.description,
    license: fields.license,
    sourceUrl: basedOn,
  })
}

/** Reads a prompt file of VS Code, whose blanks are `${input:name:hint}`. */
export const readPromptFile = (path: string, text: string): Candidate | ReadProblem => {
  const { fields, body } = splitFrontMatter(text)
  const prompt = body.replace(/\$\{input:([^{}:]+)(?::([^{}]*))?\}/g, (_, name: string, hint?: string) =>
    hint ? `\${${name}:${hint}}` : `\${${name}}`,
  )
  const isOther = fields.tools !== undefined || fields.mode !== undefined || fields.agent !== undefined
  return createCandidate(path, {
    title: textOf(fields.title) || titleFromFileName(textOf(fields.name) || path),
    prompt,
    description: fields.description,
    license: fields.license,
    warnings: isOther ? [importTexts.settingsLeft] : [],
  })
}

export const readText = (path: string, text: string): Candidate | ReadProblem =>
  createCandidate(path, { title: titleFromFileName(path), prompt: text })
