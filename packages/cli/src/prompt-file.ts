import type { Post } from '@prompt-collection/client'
import { type Document, isMap, isScalar, parseDocument, visit } from 'yaml'
import { CliError } from './cli-error.ts'

/** What a prompt file says. A key that is absent keeps its value on the site. */
export type PromptFields = {
  title: string
  prompt: string
  description?: string
  type?: Post['type']
  models?: string[]
  tags?: string[]
  form?: Post['form']
  blanksIn?: Post['blanksIn']
  license?: Post['license']
  sourceUrl?: string
  topic?: string
  visibility?: 'private' | 'public'
}
export type FieldName = keyof PromptFields

/** The keys of the front matter, in the order in which they are written, as in the site's own Markdown files. */
const keys = {
  title: 'title',
  description: 'description',
  type: 'type',
  models: 'models',
  tags: 'tags',
  form: 'form',
  blanksIn: 'blanksIn',
  license: 'license',
  basedOn: 'sourceUrl',
  topic: 'topic',
  visibility: 'visibility',
} as const satisfies Record<string, FieldName>

export const fieldNames: readonly FieldName[] = [...Object.values(keys), 'prompt']

const choices = {
  type: ['Text', 'Code', 'Image', 'Video', 'Audio'],
  form: ['prompt', 'messages', 'skill'],
  blanksIn: ['text', 'everywhere', 'nowhere'],
  visibility: ['private', 'public'],
} as const

/** What a site's file says about where the prompt is from. `isWhole` is false if the file has only its beginning. */
export type Origin = { id: number; source: string; isWhole: boolean }

export type PromptFile = { fields: PromptFields; origin: Origin | null }

// Without the flag `m`, for which U+2028 also ends a line.
const FRONT_MATTER = /^(\uFEFF?)---[ \t]*(\r?\n)((?:[\s\S]*?\n)??)---[ \t]*(?:\r?\n|$)/
const TITLE = /(?:^|\n)["']?title["']?[ \t]*:/

type Parts = { mark: string; lineEnd: string; head: string; body: string }

const split = (text: string): Parts | null => {
  const found = FRONT_MATTER.exec(text)
  if (!found) return null
  const [all, mark = '', lineEnd = '\n', head = ''] = found
  return { mark, lineEnd, head, body: text.slice(all.length) }
}

/** Matches a character that is seen. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Returns a text as the site stores it: with the same line ends everywhere, trimmed, and without control characters. A text
 * in which nothing can be seen is empty.
 */
export const cleanText = (text: string): string => {
  const clean = text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .trim()
  return VISIBLE.test(clean) ? clean : ''
}

const toText = (value: unknown, key: string): string => {
  if (value === null) return ''
  if (typeof value === 'object') throw new CliError(`${key} must be a text.`)
  return cleanText(String(value))
}

/** People write lists also as one text with commas. */
const toList = (value: unknown, key: string): string[] => {
  const items = Array.isArray(value) ? value : value === null ? [] : toText(value, key).split(',')
  return items.map((item) => toText(item, key)).filter(Boolean)
}

const toChoice = (value: unknown, key: keyof typeof choices): string => {
  const found = choices[key].find((choice) => choice.toLowerCase() === toText(value, key).toLowerCase())
  if (found === undefined) throw new CliError(`${key} must be ${choices[key].join(', ')}.`)
  return found
}

const isChoice = (key: string): key is keyof typeof choices => Object.hasOwn(choices, key)

const toField = (key: keyof typeof keys, value: unknown): string | string[] => {
  if (key === 'models' || key === 'tags') return toList(value, key)
  return isChoice(key) ? toChoice(value, key) : toText(value, key)
}

const parseHead = (head: string): Document.Parsed => {
  const document = parseDocument(head, { prettyErrors: true, version: '1.2' })
  const [error] = document.errors
  if (error) throw invalidYaml(error)
  return document
}

const invalidYaml = ({ message }: Error) =>
  new CliError(`The front matter is no valid YAML: ${message.split('\n')[0]}`)

/** Returns the values of the front matter. Numbers and the like are as they are written: a title can be `0x10`. */
const readValues = (document: Document.Parsed): Record<string, unknown> => {
  const copy = document.clone()
  visit(copy, {
    Scalar: (_, node) => {
      if (node.value !== null && node.source !== undefined) node.value = node.source
    },
  })
  try {
    return copy.toJS() as Record<string, unknown>
  } catch (error) {
    // Aliases are resolved only here.
    throw invalidYaml(error as Error)
  }
}

/**
 * Reads a prompt file: Markdown with a title in its front matter. Returns null for other files, such as a README. Throws
 * if the front matter says something that no prompt can have.
 */
export const parsePromptFile = (text: string): PromptFile | null => {
  const parts = split(text)
  if (!parts || !TITLE.test(parts.head)) return null
  const document = parseHead(parts.head)
  if (!isMap(document.contents)) return null
  const values = readValues(document)
  const fields = Object.fromEntries(
    (Object.keys(keys) as (keyof typeof keys)[])
      .filter((key) => Object.hasOwn(values, key))
      .map((key) => [keys[key], toField(key, values[key])]),
  )
  if (!fields.title) throw new CliError('title is empty.')
  const prompt = cleanText(parts.body)
  if (!prompt) throw new CliError('The prompt, which is the text after the front matter, is empty.')
  const { id, source, truncated } = values
  const origin =
    /^[1-9]\d{0,9}$/.test(String(id)) && typeof source === 'string'
      ? { id: Number(id), source, isWhole: truncated !== 'true' }
      : null
  return { fields: { ...fields, prompt } as PromptFields, origin }
}

export const toFields = (post: Post): PromptFields => ({
  title: post.title,
  description: post.description,
  type: post.type,
  models: post.models,
  tags: post.tags,
  form: post.form,
  blanksIn: post.blanksIn,
  license: post.license,
  sourceUrl: post.sourceUrl,
  ...(post.topic && { topic: post.topic.name }),
  visibility: post.isPrivate ? 'private' : 'public',
  prompt: post.prompt,
})

const defaults: Partial<PromptFields> = {
  form: 'prompt',
  blanksIn: 'text',
  license: 'unspecified',
  sourceUrl: '',
}

/**
 * Writes a prompt file. An existing file keeps its line ends, its comments, its unknown keys, and what it says in other
 * words than the site.
 */
export const renderPromptFile = (fields: PromptFields, existing?: string): string => {
  const parts = existing === undefined ? null : split(existing)
  if (!parts) return `---\n${renderHead(fields)}---\n\n${fields.prompt}\n`
  const document = parseHead(parts.head)
  const values = readValues(document)
  let isChanged = false
  for (const [key, name] of Object.entries(keys)) {
    const value = fields[name]
    if (value === undefined) continue
    const isWritten = document.has(key)
    if (!isWritten && isSameField(name, value, defaults[name] ?? (Array.isArray(value) ? [] : undefined)))
      continue
    if (isWritten && isSameField(name, value, toField(key as keyof typeof keys, values[key]))) continue
    setValue(document, key, value)
    isChanged = true
  }
  const head = isChanged ? document.toString({ lineWidth: 0, flowCollectionPadding: false }) : parts.head
  const body = cleanText(parts.body) === cleanText(fields.prompt) ? parts.body : `\n${fields.prompt}\n`
  const text = `---\n${head}---\n${body}`
  return parts.mark + (parts.lineEnd === '\n' ? text : text.replace(/\r?\n/g, parts.lineEnd))
}

/** Changes a value, and leaves how it is quoted and the comment after it. */
const setValue = (document: Document.Parsed, key: string, value: string | string[]): void => {
  const present = document.get(key, true)
  if (isScalar(present) && typeof value === 'string') present.value = value
  else document.set(key, document.createNode(value, { flow: true }))
}

/** JSON's texts and lists are YAML, whatever characters they have. */
const renderHead = (fields: PromptFields): string =>
  Object.entries(keys)
    .filter(([, name]) => fields[name] !== undefined && fields[name] !== defaults[name])
    .map(([key, name]) => `${key}: ${JSON.stringify(fields[name])}\n`)
    .join('')

/** Returns a tag nearly as the site does: what is equal here is also equal on the site. */
const toTag = (text: string): string =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}+#.&]+/gu) ?? []
  ).join('-')

const toComparable = (name: FieldName, value: string | string[] | undefined): string => {
  if (name === 'topic') return toTag(String(value ?? ''))
  return Array.isArray(value)
    ? JSON.stringify(name === 'tags' ? value.map(toTag) : value)
    : cleanText(value ?? '')
}

/** Returns whether two values are one for the site, however they are written. */
export const isSameField = (
  name: FieldName,
  value: string | string[] | undefined,
  other: string | string[] | undefined,
): boolean => toComparable(name, value) === toComparable(name, other)

/** Returns the fields of a file that differ from another state of the prompt. */
export const listChanges = (fields: PromptFields, other: PromptFields): FieldName[] =>
  fieldNames.filter((name) => fields[name] !== undefined && !isSameField(name, fields[name], other[name]))
