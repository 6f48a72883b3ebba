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

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()

/** Returns whether an option cannot be selected because the maximum number of choices is reached. */
export const isSelectionLimitReached = (chosen: readonly string[], value: string, most: number): boolean =>
  most > 1 && value !== NO_SELECTION && !chosen.includes(value) && chosen.length >= most

/**
 * Returns the selection after a click on an option. If only one choice is allowed, the option replaces it; otherwise,
 * the click toggles the option.
 */
export const toggleOption = (chosen: readonly string[], value: string, most: number): readonly string[] => {
  if (value === NO_SELECTION) return []
  if (isSelectionLimitReached(chosen, value, most)) return chosen
  if (most === 1) return [value]
  return chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
}
