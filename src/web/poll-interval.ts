/** How often an open tab asks for what waits for its reader, in milliseconds. */
export const POLL_MS = 30_000
