import { useEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { dropFields, keepFields, readDraft } from './drafts.ts'

/**
 * Keeps what is typed into a form, and puts it back after a reload. `names`: the fields that are text. Answers how to
 * drop what this form holds, once it is sent; what was typed into the same form in another tab stays.
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
    // What was left as it was may be newer by the time the draft comes back.
    const keep = (field: Path<T>) => {
      const known = form.formState.defaultValues as Partial<Record<Path<T>, unknown>> | undefined
      const value = form.getValues(field)
      keepFields(owner, name, { [field]: value === known?.[field] ? undefined : value })
    }
    return form.subscribe({
      formState: { values: true },
      callback: ({ type, name: changed }) => {
        const field = names.find((one) => one === changed)
        if (type === 'change' && field) keep(field)
      },
    })
  }, [form, owner, name, names])
  return (sent = form.getValues()) => dropFields(owner, name, sent)
}
