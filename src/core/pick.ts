/** Returns a copy with only the named fields, in the order of `names`. */
export const pick = <T extends object, K extends keyof T>(source: T, names: readonly K[]): Pick<T, K> => {
  const picked: Partial<Pick<T, K>> = {}
  for (const name of names) picked[name] = source[name]
  return picked as Pick<T, K>
}
