/** The key prefix of unfinished form input, which stays in local storage until it is sent or discarded. */
const PREFIX = 'draft:'
const MAX_AGE_DAYS = 30

type Entry<T> = { at: number; values: T }

/**
 * Returns the storage key of a draft. `owner` is the member's id, or null for a visitor, so people who share
 * a machine do not see each other's drafts.
 */
const keyOf = (owner: number | null, form: string) => `${PREFIX}${owner ?? 'visitor'}:${form}`

export const readDraft = <T>(owner: number | null, form: string): T | null => {
  const entry = parse<T>(attempt(() => localStorage.getItem(keyOf(owner, form))) ?? null)
  return entry && Date.now() - entry.at < MAX_AGE_DAYS * 86_400_000 ? entry.values : null
}

export const saveDraft = <T>(owner: number | null, form: string, values: T): void => {
  const entry: Entry<T> = { at: Date.now(), values }
  attempt(() => localStorage.setItem(keyOf(owner, form), JSON.stringify(entry)))
}

export const deleteDraft = (owner: number | null, form: string): void => {
  attempt(() => localStorage.removeItem(keyOf(owner, form)))
}

/** Saves some of a form's fields and keeps those that another tab has saved; undefined removes a field. */
export const saveDraftFields = (
  owner: number | null,
  form: string,
  fields: Record<string, unknown>,
): void => {
  const values = { ...readDraft<Record<string, unknown>>(owner, form), ...fields }
  if (Object.values(values).some((value) => value !== undefined)) saveDraft(owner, form, values)
  else deleteDraft(owner, form)
}

/**
 * Removes the fields whose saved value equals the given value, so text typed in another tab in the meantime
 * is kept.
 */
export const deleteDraftFields = (
  owner: number | null,
  form: string,
  fields: Record<string, unknown>,
): void => {
  const saved = readDraft<Record<string, unknown>>(owner, form) ?? {}
  const same = Object.keys(saved).filter((name) => saved[name] === fields[name])
  saveDraftFields(owner, form, Object.fromEntries(same.map((name) => [name, undefined])))
}

/** Lists the names of the forms for which this member has a draft. */
export const listDraftForms = (owner: number): string[] => {
  const prefix = keyOf(owner, '')
  const keys = attempt(() => Object.keys(localStorage)) ?? []
  return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
}

/** Removes all drafts of a member whose account was deleted. */
export const deleteAllDrafts = (owner: number): void => {
  const prefix = keyOf(owner, '')
  attempt(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  })
}

/**
 * Runs `use` on local storage. Returns undefined if storage is unavailable or full; a draft then lasts only as long as
 * its page.
 */
const attempt = <T>(use: () => T): T | undefined => {
  try {
    return use()
  } catch {
    return undefined
  }
}

const parse = <T>(text: string | null): Entry<T> | null => attempt(() => JSON.parse(text ?? 'null')) ?? null
