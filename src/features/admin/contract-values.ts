/** The number at which the API stops counting the items waiting for an admin. */
export const MAX_INBOX_COUNT = 100
