/** Unfinished texts of forms, kept in this browser until they are sent or discarded. */
const PREFIX = 'draft:'
const DAYS_KEPT = 30

type Kept<T> = { at: number; values: T }

/** `owner`: the member's id, or null for a visitor, so that nobody finds another's text on a shared machine. */
const keyOf = (owner: number | null, form: string) => `${PREFIX}${owner ?? 'visitor'}:${form}`

export const readDraft = <T>(owner: number | null, form: string): T | null => {
  const kept = parse<T>(attempt(() => localStorage.getItem(keyOf(owner, form))) ?? null)
  return kept && Date.now() - kept.at < DAYS_KEPT * 86_400_000 ? kept.values : null
}

export const keepDraft = <T>(owner: number | null, form: string, values: T): void => {
  const kept: Kept<T> = { at: Date.now(), values }
  attempt(() => localStorage.setItem(keyOf(owner, form), JSON.stringify(kept)))
}

export const dropDraft = (owner: number | null, form: string): void => {
  attempt(() => localStorage.removeItem(keyOf(owner, form)))
}

/** Keeps single fields of a form, beside what another tab keeps of the others; undefined drops one. */
export const keepFields = (owner: number | null, form: string, fields: Record<string, unknown>): void => {
  const values = { ...readDraft<Record<string, unknown>>(owner, form), ...fields }
  if (Object.values(values).some((value) => value !== undefined)) keepDraft(owner, form, values)
  else dropDraft(owner, form)
}

/** Drops the fields that still hold what is given: what another tab has typed since stays. */
export const dropFields = (owner: number | null, form: string, fields: Record<string, unknown>): void => {
  const kept = readDraft<Record<string, unknown>>(owner, form) ?? {}
  const same = Object.keys(kept).filter((name) => kept[name] === fields[name])
  keepFields(owner, form, Object.fromEntries(same.map((name) => [name, undefined])))
}

/** The forms in which this member left something unfinished. */
export const listForms = (owner: number): string[] => {
  const own = keyOf(owner, '')
  const keys = attempt(() => Object.keys(localStorage)) ?? []
  return keys.filter((key) => key.startsWith(own)).map((key) => key.slice(own.length))
}

/** All that a member left unfinished, when their account goes. */
export const dropDraftsOf = (owner: number): void => {
  const own = keyOf(owner, '')
  attempt(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(own)) localStorage.removeItem(key)
  })
}

/** Without storage, or where it is full, a draft lasts as long as its page. */
const attempt = <T>(use: () => T): T | undefined => {
  try {
    return use()
  } catch {
    return undefined
  }
}

const parse = <T>(text: string | null): Kept<T> | null => attempt(() => JSON.parse(text ?? 'null')) ?? null
