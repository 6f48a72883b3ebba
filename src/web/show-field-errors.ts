import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError } from './api-client.ts'

/** Shows the server's errors next to their fields. Returns true if there were any. */
export const showFieldErrors = <T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
  names: readonly Path<T>[],
): boolean => {
  if (!(error instanceof ApiError)) return false
  const known = error.fieldErrors.flatMap(({ path, message }) => {
    const name = names.find((field) => field === path || path.startsWith(`${field}.`))
    return name ? [{ name, message }] : []
  })
  for (const { name, message } of known.toReversed()) setError(name, { message }, { shouldFocus: true })
  return known.length > 0
}
