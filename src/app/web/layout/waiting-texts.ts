/** UI strings for what waits for admins and moderators. */
export const waitingTexts = {
  inPanel: (count: string) => `${count} waiting in the admin panel`,
  inQueue: (count: string) => `${count} waiting in moderation`,
  adminPanel: (count: string) => `Admin Panel (${count} waiting)`,
  moderation: (count: string) => `Moderation (${count} waiting)`,
} as const
