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
    // What was left as it was may be newer by the time the draft comes back.
    const keep = () => {
      const known = form.formState.defaultValues as Partial<Record<Path<T>, unknown>> | undefined
      const values = names.map((field) => [field, form.getValues(field)] as const)
      keepDraft(owner, name, Object.fromEntries(values.filter(([field, value]) => value !== known?.[field])))
    }
    return form.subscribe({
      formState: { values: true },
      callback: ({ type }) => type === 'change' && keep(),
    })
  }, [form, owner, name, names])
}
