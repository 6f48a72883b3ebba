import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { CallError } from '#web/call.ts'

/** What the server says of single fields stands at them. Answers whether it said anything of the kind. */
export const showIssues = <T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
  names: readonly Path<T>[],
): boolean => {
  if (!(error instanceof CallError)) return false
  const known = error.issues.flatMap(({ path, message }) => {
    const name = names.find((one) => one === path || path.startsWith(`${one}.`))
    return name ? [{ name, message }] : []
  })
  for (const { name, message } of known.toReversed()) setError(name, { message }, { shouldFocus: true })
  return known.length > 0
}
