/** `note` stands beside the label and is searched too. */
export type PickerOption = { value: string; label: string; note?: string }

/** The entry that clears the choice. */
export const NONE = ''

/** What the words that were typed leave of the list, whatever their case, accents and order. */
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

/** Whether another may not be chosen, since there are as many as there may be. */
export const isBarred = (chosen: readonly string[], value: string, most: number): boolean =>
  most > 1 && value !== NONE && !chosen.includes(value) && chosen.length >= most

/** The choice after one was picked: with a single place it takes it, with more it is added or taken away. */
export const picked = (chosen: readonly string[], value: string, most: number): readonly string[] => {
  if (value === NONE) return []
  if (isBarred(chosen, value, most)) return chosen
  if (most === 1) return [value]
  return chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
}
