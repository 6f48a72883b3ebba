/** UI strings for the roles of users in the admin panel. */
export const roleTexts = {
  moderatorBadge: 'Moderator',
  topicModeratorBadge: (count: number) =>
    count === 1 ? 'Moderator of a topic' : `Moderator of ${count} topics`,
  suspended: 'Suspended',
  until: (what: string, date: string) => `${what} until ${date}`,
  more: (name: string) => `More about ${name}`,
  role: 'Role…',
  roleNamed: (name: string) => `Change the role of ${name}`,
  title: (name: string) => `Role of ${name}`,
  text: 'Moderators decide about reports. They have no access to this panel.',
  moderator: 'Moderator of the site',
  moderatorHint: 'Decides about all content, and mutes and suspends members.',
  topics: 'Or moderator of topics',
  save: 'Save',
  saved: (name: string) => `Changed the role of ${name}`,
} as const
