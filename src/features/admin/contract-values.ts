/** How far what waits for an admin is counted. */
export const MAX_WAITING = 100
