/** An option of a picker. `note` is shown next to the label and is searchable too. */
export type PickerOption = { value: string; label: string; note?: string }

/** The value of the option that clears the selection. */
export const NO_SELECTION = ''

/** Filters the options by the typed words, ignoring case, accents and word order. */
export const filterOptions = (options: readonly PickerOption[], typed: string): PickerOption[] => {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  return options.filter(({ label, note = '' }) => {
    const text = plain(`${label} ${note}`)
    return words.every((word) => text.includes(word))
  })
}

/** Returns the only option that typed text can mean: the one with this label, or the only one that matches. */
export const findTypedOption = (
  options: readonly PickerOption[],
  typed: string,
): PickerOption | undefined => {
  if (!typed.trim()) return undefined
  const matching = filterOptions(options, typed)
  const named = matching.find(({ label }) => plain(label).trim() === plain(typed).trim())
  return named ?? (matching.length === 1 ? matching[0] : undefined)
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()

/** Returns whether an option cannot be selected because the maximum number of choices is reached. */
export const isSelectionLimitReached = (selected: readonly string[], value: string, max: number): boolean =>
  max > 1 && value !== NO_SELECTION && !selected.includes(value) && selected.length >= max

/**
 * Returns the selection after a click on an option. If only one choice is allowed, the option replaces it; otherwise,
 * the click toggles the option.
 */
export const toggleOption = (selected: readonly string[], value: string, max: number): readonly string[] => {
  if (value === NO_SELECTION) return []
  if (isSelectionLimitReached(selected, value, max)) return selected
  if (max === 1) return [value]
  return selected.includes(value) ? selected.filter((one) => one !== value) : [...selected, value]
}
