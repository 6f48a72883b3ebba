import { useEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { deleteDraftFields, readDraft, saveDraftFields } from './drafts.ts'

/**
 * Saves a form's input as a draft and restores it after a reload. `names` are the text fields. Returns a function that
 * deletes the draft once the form has been sent, except for text typed into the same form in another tab.
 */
export const useFormDraft = <T extends FieldValues, Sent>(
  form: UseFormReturn<T, unknown, Sent>,
  owner: number | null,
  name: string,
  names: readonly Path<T>[],
): ((sent?: T) => void) => {
  useEffect(() => {
    const draft = readDraft<Record<string, T[Path<T>]>>(owner, name) ?? {}
    for (const field of names) {
      const value = draft[field]
      if (value !== undefined) form.setValue(field, value, { shouldDirty: true })
    }
    // Unchanged fields are not saved, because their stored values may be newer when the draft is restored.
    const save = (field: Path<T>) => {
      const defaults = form.formState.defaultValues as Partial<Record<Path<T>, unknown>> | undefined
      const value = form.getValues(field)
      saveDraftFields(owner, name, { [field]: value === defaults?.[field] ? undefined : value })
    }
    return form.subscribe({
      formState: { values: true },
      callback: ({ type, name: changed }) => {
        const field = names.find((candidate) => candidate === changed)
        if (type === 'change' && field) save(field)
      },
    })
  }, [form, owner, name, names])
  return (sent = form.getValues()) => deleteDraftFields(owner, name, sent)
}
