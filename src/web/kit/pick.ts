/** `note` is shown next to the label and is searchable too. */
export type PickerOption = { value: string; label: string; note?: string }

/** The option that clears the selection. */
export const NONE = ''

/** Filters the options by the typed words, regardless of case, accents and order. */
export const matching = (options: readonly PickerOption[], typed: string): PickerOption[] => {
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

/** Whether an option cannot be selected because the maximum is reached. */
export const isBarred = (chosen: readonly string[], value: string, most: number): boolean =>
  most > 1 && value !== NONE && !chosen.includes(value) && chosen.length >= most

/** The selection after an option was clicked: replaced if only one is allowed, otherwise toggled. */
export const picked = (chosen: readonly string[], value: string, most: number): readonly string[] => {
  if (value === NONE) return []
  if (isBarred(chosen, value, most)) return chosen
  if (most === 1) return [value]
  return chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
}
