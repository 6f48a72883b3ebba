import { isWebLink } from '#core/http-url.ts'
import { licenseIds } from '#core/licenses.ts'
import { limits } from '#core/limits.ts'
import { modelIds, postTypes } from '#core/model-catalogue.ts'
import { cleanText } from '#core/text.ts'

type TextField = {
  kind: 'text'
  /** The maximum length in characters (code points). */
  max: number
  /** The field's name in error messages. */
  label: string
  /** The error message if the text is empty. Without it, the text is optional. */
  required?: string
  /** The part of the search index that contains the text. If omitted, the text is not searchable. */
  indexedAs?: 'title' | 'description' | 'prompt'
  /** True if the text is truncated for visitors and in lists (docs/spec/privacy.md#prompts). */
  isCut?: true
  /** The error message if the text is neither empty nor a web link. Without it, the text can be any text. */
  notUrl?: string
}

type ChoiceField = { kind: 'choice'; options: readonly string[]; default: string; unknown: string }

type ListField = {
  kind: 'list'
  options: readonly string[]
  max: number
  unknown: string
  tooMany: string
}

/** File URLs; a request may also contain new files as data URLs. */
type FilesField = { kind: 'files'; max: number; tooMany: string }

/** Tags that members type freely; they are normalized by `normalizeTag`. */
type TagsField = { kind: 'tags'; max: number; tooMany: string }

type PostField = TextField | ChoiceField | ListField | FilesField | TagsField

/**
 * The fields of a post that members write and can edit. This is the single definition of these fields: the
 * columns, schemas, forms, drafts, imports and exports are derived from it. Each field is a column of `posts`
 * whose name is the field's name in snake case. Add new fields at the end.
 *
 * The messages are shown by the form and returned by the API (docs/spec/forms.md#post).
 */
export const postFields = {
  title: {
    kind: 'text',
    max: limits.title,
    label: 'Title',
    required: 'Title is required',
    indexedAs: 'title',
  },
  description: {
    kind: 'text',
    max: limits.description,
    label: 'Description',
    required: 'Description is required',
    indexedAs: 'description',
  },
  prompt: {
    kind: 'text',
    max: limits.prompt,
    label: 'AI prompt',
    required: 'AI prompt is required',
    indexedAs: 'prompt',
    isCut: true,
  },
  type: {
    kind: 'choice',
    options: postTypes,
    default: 'Text',
    unknown: 'Type must be Text, Code, Image, Video or Audio',
  },
  models: {
    kind: 'list',
    options: modelIds,
    max: limits.models,
    unknown: 'This model is not in the catalogue',
    tooMany: 'You can select up to 5 models',
  },
  exampleFiles: { kind: 'files', max: limits.exampleFiles, tooMany: 'You can upload up to 5 files' },
  tags: { kind: 'tags', max: limits.tags, tooMany: 'You can add up to 5 tags' },
  /** Where the prompt has blanks. `text` is outside fenced code blocks. */
  blanksIn: {
    kind: 'choice',
    options: ['text', 'everywhere', 'nowhere'],
    default: 'text',
    unknown: 'Blanks must be in text, everywhere or nowhere',
  },
  license: {
    kind: 'choice',
    options: licenseIds,
    default: 'unspecified',
    unknown: `License must be one of ${licenseIds.join(', ')}`,
  },
  /** Where the prompt comes from, if the author of the post has it from elsewhere. */
  sourceUrl: {
    kind: 'text',
    max: limits.sourceUrl,
    label: 'Source URL',
    notUrl: 'Source URL must be a link that begins with http:// or https://',
  },
  /** What the prompt is: one text, a skill for agents, or messages (`splitPrompt` says how those are written). */
  form: {
    kind: 'choice',
    options: ['prompt', 'skill', 'messages'],
    default: 'prompt',
    unknown: 'Form must be prompt, skill or messages',
  },
  /** The front matter and the files of a skill, as JSON (`core/skill-schema.ts`). */
  skill: { kind: 'text', max: limits.skill, label: 'Skill' },
} as const satisfies Record<string, PostField>

type Declared = typeof postFields
export type PostFieldName = keyof Declared

type ValueOf<F extends PostField> = F extends { kind: 'text' }
  ? string
  : F extends { kind: 'choice' }
    ? F['options'][number]
    : string[]

export type PostFields = { -readonly [Name in PostFieldName]: ValueOf<Declared[Name]> }

type NamesOf<Kind> = { [Name in PostFieldName]: Declared[Name] extends Kind ? Name : never }[PostFieldName]
export type TextFieldName = NamesOf<{ kind: 'text' }>
export type RequiredFieldName = NamesOf<{ required: string }>
/** The names of the fields in the post form. Files are excluded because the form manages them separately. */
export type FormFieldName = Exclude<PostFieldName, NamesOf<{ kind: 'files' }>>

/** Returns a field's declaration as the general type `PostField`, for code that handles all fields alike. */
export const getPostField = (name: PostFieldName): PostField => postFields[name]

export const postFieldNames = Object.keys(postFields) as PostFieldName[]
export const textFieldNames = postFieldNames.filter(
  (name): name is TextFieldName => getPostField(name).kind === 'text',
)
export const formFieldNames = postFieldNames.filter(
  (name): name is FormFieldName => getPostField(name).kind !== 'files',
)

export const isTruncatedForVisitors = (name: PostFieldName): boolean => {
  const field = getPostField(name)
  return field.kind === 'text' && field.isCut === true
}

/** Returns the field's error message if the text has to be a URL and is none, and undefined otherwise. */
export const getUrlError = (field: TextField, text: string): string | undefined =>
  field.notUrl !== undefined && text !== '' && !isWebLink(text) ? field.notUrl : undefined

/** Returns the part of the search index that contains the field, or undefined if the field is not indexed. */
export const getSearchIndexPart = (name: PostFieldName): TextField['indexedAs'] => {
  const field = getPostField(name)
  return field.kind === 'text' ? field.indexedAs : undefined
}

const defaultOf = (field: PostField): string | string[] =>
  field.kind === 'text' ? '' : field.kind === 'choice' ? field.default : []

/** Returns the values of an empty form. Also used for fields that are missing from older drafts and files. */
export const getDefaultPostFields = (): PostFields =>
  Object.fromEntries(postFieldNames.map((name) => [name, defaultOf(getPostField(name))])) as PostFields

/** Returns whether storing `value` would result in `stored`. The order of list items matters. */
export const isSameFieldValue = (
  value: string | readonly string[],
  stored: string | readonly string[],
): boolean =>
  typeof value === 'string' ? cleanText(value) === stored : value.join() === [stored].flat().join()
