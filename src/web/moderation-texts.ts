/** UI strings for the items of menus with which something is reported or moderated. */
export const moderationItemTexts = { report: 'Report…', moderate: 'Moderate…' } as const
