import { isWebLink } from '#core/http-url.ts'
import { type PostType, postTypes } from '#core/model-catalogue.ts'
import { EMPTY_SKILL, skillLimits, writeSkill } from '#core/skill.ts'
import { parseSkill } from '#core/skill-schema.ts'
import { normalizeTag } from '#core/tags.ts'
import { countCharacters, truncateText } from '#core/text.ts'
import { getDefaultPostFields, type PostFields, postFields } from '#features/posts/contract-fields.ts'
import type { TextFile } from '#features/posts/web/send-skill-files.ts'
import { generatePromptDescription } from '../../describe-prompt.ts'
import { findLicense } from '../../find-license.ts'
import { importTexts } from '../texts.ts'

/** The fields of a post that a file can describe. */
export type ImportedFields = Omit<PostFields, 'exampleFiles'>

/** A post that a file describes. */
export type Candidate = {
  /** The file, and where in it the post is. */
  location: string
  fields: ImportedFields
  /** What of the file is not imported as it is. */
  warnings: string[]
  /** False for what is a prompt only by chance, such as the beginning of a conversation. */
  isSuggested: boolean
  /** The files of a skill besides `SKILL.md`, which are sent when it is imported. */
  skillFiles: readonly TextFile[]
}

/** A part of a file from which no post can be made. */
export type ReadProblem = { location: string; reason: string }
export type ReadResult = { candidates: Candidate[]; problems: ReadProblem[] }

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const listOf = (value: unknown, separator: RegExp): string[] => {
  if (typeof value === 'string') return value.split(separator).filter((part) => part !== '')
  if (!Array.isArray(value)) return []
  // prompts.chat describes a tag as an object, or as one inside another.
  return value
    .map((item) =>
      isRecord(item) ? textOf(item.name) || (isRecord(item.tag) ? textOf(item.tag.name) : '') : textOf(item),
    )
    .filter((part) => part !== '')
}

const typesByName: ReadonlyMap<string, PostType> = new Map([
  ...postTypes.map((type) => [type.toLowerCase(), type] as const),
  ['structured', 'Text'],
  ['skill', 'Text'],
])

/**
 * Returns the front matter of a skill as the site stores it, without the files that it names. What is not valid is
 * left out, and a name is made of the title if there is none.
 */
const toStoredSkill = (written: unknown, title: string, warnings: string[]): string | null => {
  const parsed = parseSkill(typeof written === 'string' ? written : JSON.stringify(written ?? null))
  if ('skill' in parsed) {
    if (parsed.skill.files.length > 0) warnings.push(importTexts.skillFilesLeft)
    return writeSkill({ ...parsed.skill, files: [] })
  }
  if (isRecord(written)) warnings.push(importTexts.skillChanged(parsed.error))
  const words =
    title
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  const name = words.join('-').slice(0, skillLimits.name).replace(/-+$/, '')
  return name === '' ? null : writeSkill({ ...EMPTY_SKILL, name })
}

const isTrue = (value: unknown): boolean => value === true || textOf(value).trim().toLowerCase() === 'true'

/** What a file says of a post, under the names of the site's own files. Anything can be missing or of another kind. */
export type Description = {
  title: string
  prompt: string
  description?: unknown
  type?: unknown
  models?: unknown
  tags?: unknown
  blanksIn?: unknown
  form?: unknown
  /** The front matter of a skill, as the site stores it or as an object. */
  skill?: unknown
  license?: unknown
  sourceUrl?: unknown
  promptTruncated?: unknown
  isForDevelopers?: unknown
  isSuggested?: boolean
  warnings?: string[]
}

/** Makes a post of what a file says, and a warning of everything that the site has no place for. */
export const createCandidate = (location: string, file: Description): Candidate | ReadProblem => {
  const prompt = file.prompt.trim()
  if (prompt === '') return { location, reason: importTexts.noPrompt }
  if (isTrue(file.promptTruncated)) return { location, reason: importTexts.onlyBeginning }
  const warnings = [...(file.warnings ?? [])]
  const cut = (text: string, max: number, warning: string): string => {
    if (countCharacters(text) <= max) return text
    warnings.push(warning)
    return truncateText(text, max)
  }
  const title = cut(
    file.title.replace(/\s+/g, ' ').trim() || importTexts.untitled,
    postFields.title.max,
    importTexts.titleCut,
  )
  const description = cut(
    textOf(file.description).trim(),
    file.form === 'skill' ? skillLimits.description : postFields.description.max,
    importTexts.descriptionCut,
  )
  const type = typesByName.get(textOf(file.type).trim().toLowerCase())
  if (textOf(file.type).trim() !== '' && !type) warnings.push(importTexts.unknownType(textOf(file.type)))
  const models = listOf(file.models, /[\s,]+/)
  const knownModels = models.filter((id) => postFields.models.options.includes(id))
  if (knownModels.length < models.length) warnings.push(importTexts.unknownModels)
  const tags = [...new Set(listOf(file.tags, /[\s,]+/).map(normalizeTag))].filter(
    (tag) => tag !== '' && countCharacters(tag) <= 30,
  )
  if (tags.length > postFields.tags.max) warnings.push(importTexts.tooManyTags)
  const license = textOf(file.license)
  const knownLicense = license.trim() === '' ? 'unspecified' : findLicense(license)
  if (!knownLicense) warnings.push(importTexts.unknownLicense(license))
  const sourceUrl = textOf(file.sourceUrl).trim()
  const blanksIn = postFields.blanksIn.options.find((option) => option === file.blanksIn) ?? 'text'
  const form = postFields.form.options.find((option) => option === file.form) ?? 'prompt'
  const skill = form === 'skill' ? toStoredSkill(file.skill, title, warnings) : ''
  const { exampleFiles: _, ...defaults } = getDefaultPostFields()
  return {
    location,
    warnings,
    isSuggested: file.isSuggested ?? true,
    skillFiles: [],
    fields: {
      ...defaults,
      title,
      description: description || generatePromptDescription(prompt, title),
      prompt,
      type: isTrue(file.isForDevelopers) ? 'Code' : (type ?? 'Text'),
      models: [...new Set(knownModels)].slice(0, postFields.models.max),
      tags: tags.slice(0, postFields.tags.max),
      blanksIn,
      form: skill === null ? 'prompt' : form,
      skill: skill ?? '',
      license: knownLicense ?? 'unspecified',
      sourceUrl:
        isWebLink(sourceUrl) && countCharacters(sourceUrl) <= postFields.sourceUrl.max ? sourceUrl : '',
    },
  }
}

/** Sorts what was read into posts and problems. */
export const collect = (found: readonly (Candidate | ReadProblem)[]): ReadResult => ({
  candidates: found.filter((item): item is Candidate => 'fields' in item),
  problems: found.filter((item): item is ReadProblem => 'reason' in item),
})

/** Returns the words of a file's name: `blog-post.prompt.md` becomes `Blog post`. */
export const titleFromFileName = (path: string): string => {
  const name = (path.split('/').at(-1) ?? '').replace(
    /(\.prompt|\.promptfoo|\.openai|\.anthropic)?\.[a-z]+$/i,
    '',
  )
  const words = name.replace(/[-_]+/g, ' ').trim()
  return words.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}
