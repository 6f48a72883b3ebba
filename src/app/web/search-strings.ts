/**
 * Plain query strings both ways: `/?q=2024` stays a text. (The router's own way writes JSON.)
 * A repeated parameter keeps its first value.
 */
export const parseSearch = (search: string): Record<string, string> => {
  const values: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(search)) values[name] ??= value
  return values
}

export const stringifySearch = (search: Record<string, unknown>): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return text ? `?${text}` : ''
}
