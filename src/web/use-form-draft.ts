import { useEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { keepDraft, readDraft } from './drafts.ts'

/**
 * Keeps what is typed into a form until it is dropped with `dropDraft`, and puts it back after a reload. `names`: the
 * fields that are text.
 */
export const useFormDraft = <T extends FieldValues>(
  form: UseFormReturn<T>,
  owner: number | null,
  name: string,
  names: readonly Path<T>[],
): void => {
  useEffect(() => {
    const draft = readDraft<Record<string, T[Path<T>]>>(owner, name) ?? {}
    for (const field of names) {
      const value = draft[field]
      if (value !== undefined) form.setValue(field, value, { shouldDirty: true })
    }
    const keep = () =>
      keepDraft(owner, name, Object.fromEntries(names.map((field) => [field, form.getValues(field)])))
    return form.subscribe({
      formState: { values: true },
      callback: ({ type }) => type === 'change' && keep(),
    })
  }, [form, owner, name, names])
}
