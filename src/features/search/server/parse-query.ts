import { modelId } from '#core/slugs.ts'
import { modelIds, type PostType, postTypes } from '#features/catalogue/contract.ts'

export type ParsedQuery = {
  /** Words, "phrases" and -words, as `search_query` (0014-words-apart.sql) reads them. */
  text: string
  /** A post of any of these; empty means no filter. */
  types: PostType[]
  models: string[]
  topic?: string
  author?: string
}

const PART = /-?"[^"]*"?|(?<!\S)-?(type|model|topic|author):(?:"([^"]*)"|([^\s"]+))|[^\s"]+/giu
/** What websearch_to_tsquery takes for operators; it counts each hyphen before a word, and has room for few. */
const OPERATORS = /[!&|()<]+/gu
const HAS_WORD = /[\p{L}\p{N}]/u

/**
 * Reads what was typed into the search box; never fails. A filter whose value the site cannot know
 * (`type:poem`, `model:abacus`) is searched for as text. `-type:image` leaves the other types; what another filter names is
 * excluded as text.
 */
export const parseQuery = (q: string): ParsedQuery => {
  const parsed: ParsedQuery = { text: '', types: [], models: [] }
  const words: string[] = []
  const unwanted: PostType[] = []
  for (const [part, name, quoted, plain] of q.normalize().matchAll(PART)) {
    const value = (quoted ?? plain ?? '').trim()
    if (!name || value === '') words.push(...wordsOf(part))
    else if (part.startsWith('-')) {
      if (name.toLowerCase() !== 'type' || !addAll(unwanted, value, typesOf)) words.push(`-"${value}"`)
    } else if (!takeFilter(parsed, name.toLowerCase(), value)) words.push(...wordsOf(part))
  }
  const types = (parsed.types.length ? parsed.types : postTypes).filter((type) => !unwanted.includes(type))
  return { ...parsed, ...(unwanted.length && types.length ? { types } : {}), text: words.join(' ') }
}

/** A hyphen right before a word, and nothing before that, excludes it; any other is punctuation, and so is what no word follows. */
const wordsOf = (part: string): string[] => {
  if (part.includes('"')) return HAS_WORD.test(part) ? [part] : []
  return part
    .replace(OPERATORS, ' ')
    .split(' ')
    .flatMap((piece) => {
      const at = piece.search(HAS_WORD)
      if (at < 0) return []
      return [(piece.startsWith('-') && at === 1 ? '-' : '') + piece.slice(at)]
    })
}

const takeFilter = (parsed: ParsedQuery, name: string, value: string): boolean => {
  if (name === 'type') return addAll(parsed.types, value, typesOf)
  if (name === 'model') return addAll(parsed.models, value, modelsOf)
  if (name === 'topic') parsed.topic = value
  else parsed.author = value.replace(/^@/, '')
  return true
}

const typesOf = (value: string): PostType[] =>
  postTypes.filter((type) => type.toLowerCase() === value.toLowerCase())

/** The model of that name, or those whose names begin like that (`sora`, `dalle`). */
const modelsOf = (value: string): string[] => {
  const id = modelId(value)
  if (id === '' || modelIds.includes(id)) return id === '' ? [] : [id]
  const squeezed = id.replaceAll('-', '')
  return modelIds.filter((known) => known.replaceAll('-', '').startsWith(squeezed))
}

/** Adds each of the comma-separated values; false, and nothing added, where one is not known. */
const addAll = <T>(list: T[], values: string, named: (value: string) => readonly T[]): boolean => {
  const found = values
    .split(',')
    .filter(Boolean)
    .map((value) => named(value.trim()))
  if (found.length === 0 || found.some((some) => some.length === 0)) return false
  for (const one of found.flat()) if (!list.includes(one)) list.push(one)
  return true
}
