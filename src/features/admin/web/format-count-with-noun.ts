/** Formats a count with its noun, such as `1 post` or `1,200 posts`. */
export const formatCountWithNoun = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? singular : plural}`
