import { type FieldName, fieldNames, isSameField, type PromptFields } from './prompt-file.ts'

type Value = string | string[] | undefined

/** A field that both sides have changed differently. `before` is undefined if it is not known. */
export type FieldConflict = { field: FieldName; before: Value; here: Value; onSite: Value }

/** Returns the fields in which two sides cannot be merged, or the merged fields if there are none. */
export const mergeFields = (
  base: PromptFields | null,
  here: PromptFields,
  onSite: PromptFields,
): { merged: PromptFields; conflicts: FieldConflict[] } => {
  const conflicts: FieldConflict[] = []
  const merged: Record<string, Value> = {}
  for (const field of fieldNames) {
    const [before, mine, theirs] = [base?.[field], here[field], onSite[field]]
    const isMineOld = mine === undefined || isSameField(field, mine, theirs)
    const isUnchangedHere = base !== null && before !== undefined && isSameField(field, mine, before)
    const isUnchangedOnSite = base !== null && before !== undefined && isSameField(field, theirs, before)
    if (isMineOld) merged[field] = mine ?? theirs
    else if (isUnchangedHere) merged[field] = theirs
    else {
      merged[field] = mine
      if (!isUnchangedOnSite) conflicts.push({ field, before, here: mine, onSite: theirs })
    }
  }
  return { merged: merged as PromptFields, conflicts }
}
