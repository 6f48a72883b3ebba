/** UI strings for the suggestions on a page that is not found, which a first visit does not need. */
export const notFoundSuggestionTexts = {
  searchInstead: (words: string) => `Search for “${words}”`,
  didYouMean: 'Did you mean',
} as const
