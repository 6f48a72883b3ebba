/** UI strings for the notification list. */
export const notificationListTexts = {
  markAll: 'Mark all as read',
  markFailed: "Couldn't mark the notifications as read",
  new: 'New',
  unreadNow: (count: number) => (count === 1 ? '1 new notification' : `${count} new notifications`),
  older: 'Show older notifications',
  loading: 'Loading notifications…',
  failed: "Couldn't load your notifications.",
  retry: 'Try again',
} as const
