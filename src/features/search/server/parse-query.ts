import { modelId } from '#core/slugs.ts'
import { modelIds, type PostType, postTypes } from '#features/catalogue/contract.ts'

export type ParsedQuery = {
  /** Words, "phrases" and -words, as `search_query` (0014-signs-apart.sql) reads them. */
  text: string
  /** A post of any of these; empty means no filter. */
  types: PostType[]
  models: string[]
  topic?: string
  author?: string
}

const PART = /"[^"]*"?|(?<!\S)(type|model|topic|author):(?:"([^"]*)"|([^\s"]+))|[^\s"]+/giu

/**
 * Reads what was typed into the search box; never fails. A filter whose value the site cannot know
 * (`type:poem`, `model:abacus`) is searched for as text.
 */
export const parseQuery = (q: string): ParsedQuery => {
  const parsed: ParsedQuery = { text: '', types: [], models: [] }
  const words: string[] = []
  for (const [part, name, quoted, plain] of q.matchAll(PART)) {
    const value = (quoted ?? plain ?? '').trim()
    if (!name || !takeFilter(parsed, name.toLowerCase(), value)) words.push(part)
  }
  return { ...parsed, text: words.join(' ') }
}

const takeFilter = (parsed: ParsedQuery, name: string, value: string): boolean => {
  if (value === '') return false
  if (name === 'topic') parsed.topic = value
  else if (name === 'author') parsed.author = value.replace(/^@/, '')
  else if (name === 'type') return addTo(parsed.types, typeOf(value))
  else
    return addTo(
      parsed.models,
      modelIds.find((id) => id === modelId(value)),
    )
  return true
}

const typeOf = (value: string): PostType | undefined =>
  postTypes.find((type) => type.toLowerCase() === value.toLowerCase())

const addTo = <T>(list: T[], value: T | undefined): boolean => {
  if (value === undefined) return false
  if (!list.includes(value)) list.push(value)
  return true
}
