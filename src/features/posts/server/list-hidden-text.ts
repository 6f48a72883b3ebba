import { findHidden } from '@prompt-collection/hidden-text'
import type { HiddenText } from '../contract.ts'
import type { PostFields } from '../contract-fields.ts'

const searchedFields = ['title', 'description', 'prompt'] as const satisfies (keyof PostFields)[]
type SearchedFields = Pick<PostFields, (typeof searchedFields)[number]>

/** Searches the texts of a post for what they hide, and counts it by field and kind. */
export const listHiddenText = (fields: SearchedFields): HiddenText[] =>
  searchedFields.flatMap((field) => {
    const counts = new Map<HiddenText['kind'], number>()
    for (const { kind, count } of findHidden(fields[field])) counts.set(kind, (counts.get(kind) ?? 0) + count)
    return [...counts].map(([kind, count]) => ({ field, kind, count }))
  })

/** Returns what the texts of a post hide after an edit, or undefined if the edit changes none of them. */
export const listChangedHiddenText = (
  before: SearchedFields,
  changes: { [Name in keyof SearchedFields]?: string | undefined },
): HiddenText[] | undefined => {
  if (searchedFields.every((field) => changes[field] === undefined)) return undefined
  const { title = before.title, description = before.description, prompt = before.prompt } = changes
  return listHiddenText({ title, description, prompt })
}
