/** The number at which the API stops counting the items waiting for an admin. */
export const MAX_INBOX_COUNT = 100

/** The maximum number of topics that a member who is no moderator of the site can look after. */
export const MAX_MODERATED_TOPICS = 50

/** The lists of the admin panel whose rows can be counted. */
export const countedLists = [
  'users',
  'prompts',
  'reveals',
  'topics',
  'tags',
  'approvals',
  'requests',
  'feedback',
  'ads',
  'contact',
  'audit',
] as const
export type CountedList = (typeof countedLists)[number]
