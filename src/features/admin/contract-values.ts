/** Items that wait for an admin are counted only up to this number. */
export const MAX_WAITING = 100
