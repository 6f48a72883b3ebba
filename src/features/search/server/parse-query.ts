import type { PromptForm } from '@prompt-collection/prompt-blanks/split-by-form'
import { modelIds, type PostType, postTypes } from '#core/model-catalogue.ts'
import { buildPostFilters, type PostFilters, postFilterNames, postFilters } from '#core/post-filters.ts'
import { modelNameToId } from '#core/slugs.ts'
import { isValidTag, normalizeTag, splitTags } from '#core/tags.ts'
import { postFields } from '#features/posts/contract-fields.ts'
import { FOLDED } from './folded-characters.ts'

export type ParsedQuery = PostFilters & {
  /**
   * Words, "phrases" and excluded -words, in the syntax of `search_query` (database/migrations/0014-words-apart.sql).
   */
  text: string
  /** Matches posts whose prompt has been reported to work with one of these models. */
  works: string[]
  /** Matches posts that have all of these tags. */
  tags: string[]
  /** Matches posts in one of these forms. */
  forms: PromptForm[]
  topic?: string
  author?: string
}

/** Adds the value of a filter to the parsed query. Returns false if it is unknown. */
type AddFilter = (parsed: ParsedQuery, value: string) => boolean

const addFilter: Readonly<Record<string, AddFilter>> = {
  // The filters that are also chosen beside the search, each by the name of one of its values.
  ...Object.fromEntries(
    postFilterNames.map((name): [string, AddFilter] => [
      postFilters[name].valueName,
      (parsed, value) => addAll<string>(parsed[name], value, (text) => findValues(name, text)),
    ]),
  ),
  works: ({ works }, value) => addAll(works, value, modelsOf),
  tag: ({ tags }, value) => addAll(tags, value, (text) => [normalizeTag(text)].filter(isValidTag)),
  form: ({ forms }, value) => addAll(forms, value, (text) => equalTo(postFields.form.options, text)),
  topic: (parsed, value) => {
    parsed.topic = value
    return true
  },
  author: (parsed, value) => {
    parsed.author = value.replace(/^@/, '')
    return true
  },
}

export const filterNames = Object.keys(addFilter)

const TOKEN = new RegExp(
  String.raw`-?"[^"]*"?|(?<!\S)-?(${filterNames.join('|')}):(?:"([^"]*)"|([^\s"]+))|[^\s"]+`,
  'giu',
)
/**
 * The operators of websearch_to_tsquery. It also treats each hyphen before a word as an operator, and fails if there
 * are too many operators.
 */
const OPERATORS = /[!&|()<]+/gu
/** Some of them are letters, which would hide hyphens until PostgreSQL removes them. */
const FOLDED_CHARACTERS = new RegExp(`[${FOLDED}]`, 'g')
const HAS_WORD = /[\p{L}\p{N}]/u

/**
 * Parses a search query and never fails. A filter with an unknown value (`type:poem`, `model:abacus`) becomes
 * a text search. `-type:image` selects the other types; any other excluded filter excludes its value as text.
 */
export const parseQuery = (q: string): ParsedQuery => {
  const parsed: ParsedQuery = { ...buildPostFilters(() => []), text: '', works: [], tags: [], forms: [] }
  const words: string[] = []
  const excludedTypes: PostType[] = []
  for (const [token, name, quoted, plain] of q.normalize().replace(FOLDED_CHARACTERS, '').matchAll(TOKEN)) {
    const value = (quoted ?? plain ?? '').trim()
    if (!name || value === '') words.push(...wordsOf(token))
    else if (token.startsWith('-')) {
      if (name.toLowerCase() !== 'type' || !addAll(excludedTypes, value, typesOf)) words.push(`-"${value}"`)
    } else if (!addFilter[name.toLowerCase()]?.(parsed, value)) words.push(...wordsOf(token))
  }
  const types = (parsed.types.length ? parsed.types : postTypes).filter(
    (type) => !excludedTypes.includes(type),
  )
  return { ...parsed, ...(excludedTypes.length && types.length ? { types } : {}), text: words.join(' ') }
}

/**
 * Splits a token into words. A single hyphen directly before a word excludes the word. All other hyphens
 * count as punctuation, and pieces that contain no word are dropped.
 */
const wordsOf = (token: string): string[] => {
  if (token.includes('"')) return HAS_WORD.test(token) ? [token] : []
  return token
    .replace(OPERATORS, ' ')
    .split(' ')
    .flatMap((piece) => {
      const wordStart = piece.search(HAS_WORD)
      if (wordStart < 0) return []
      return [(piece.startsWith('-') && wordStart === 1 ? '-' : '') + piece.slice(wordStart)]
    })
}

const findValues = (name: keyof PostFilters, text: string): string[] =>
  name === 'models' ? modelsOf(text) : equalTo(postFilters[name].values, text)

const typesOf = (value: string): PostType[] => equalTo(postTypes, value)

const equalTo = <T extends string>(values: readonly T[], text: string): T[] =>
  values.filter((value) => value.toLowerCase() === text.toLowerCase())

/** Returns the model with that name, or the models whose names begin with it (`sora`, `dalle`). */
const modelsOf = (value: string): string[] => {
  const id = modelNameToId(value)
  if (id === '' || modelIds.includes(id)) return id === '' ? [] : [id]
  const withoutHyphens = id.replaceAll('-', '')
  return modelIds.filter((knownId) => knownId.replaceAll('-', '').startsWith(withoutHyphens))
}

/** Adds all values, which commas separate to the list. If one of them is unknown, adds nothing and returns false. */
const addAll = <T>(list: T[], values: string, resolve: (value: string) => readonly T[]): boolean => {
  const found = splitTags(values)
    .filter(Boolean)
    .map((value) => resolve(value.trim()))
  if (found.length === 0 || found.some((values) => values.length === 0)) return false
  for (const item of found.flat()) if (!list.includes(item)) list.push(item)
  return true
}
