import { limits } from '#core/limits.ts'

/** UI strings for the Pages tab, where admins edit the site's own pages. */
export const pagesTabTexts = {
  pageToEdit: 'Page to edit',
  pageText: (title: string) => `Text of the page ${title}`,
  pageHint: (length: number) =>
    `Markdown: ## headings, **bold**, lists and links. ${length.toLocaleString('en')} of ${limits.siteText.toLocaleString('en')} characters.`,
  pageTooLong: (length: number) =>
    `The text is ${(length - limits.siteText).toLocaleString('en')} characters too long.`,
  lists: { synonyms: 'Search synonyms', 'report-reasons': 'Reasons for reports' },
  listHints: {
    synonyms: (length: number) =>
      `One group per line: words that mean the same, separated by commas. Lines that begin with # are headings. ${length.toLocaleString('en')} of ${limits.siteText.toLocaleString('en')} characters.`,
    'report-reasons': (length: number) =>
      `One reason per line, with at most ${limits.reportReason} characters. Name the rule that it rests on. Reports and decisions keep the reason that they were given. ${length.toLocaleString('en')} of ${limits.siteText.toLocaleString('en')} characters.`,
  },
  pageLoadFailed: "We couldn't load this page's text.",
  pagePreview: 'Preview',
  viewPage: 'View page',
  openPage: 'Open the published page',
  savePage: 'Publish',
  savePageTitle: (title: string) => `Publish the new text of ${title}?`,
  savePageText: 'Everybody sees it within ten seconds.',
  resetPage: 'Use the default text',
  resetPageTitle: (title: string) => `Use the default text of ${title}?`,
  resetPageText: 'This deletes the text that was written for this page.',
} as const
