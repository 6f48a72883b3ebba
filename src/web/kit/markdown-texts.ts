/** UI strings of rendered Markdown. */
export const markdownTexts = {
  opens: (host: string) => `(opens ${host})`,
} as const
