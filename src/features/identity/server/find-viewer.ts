import type { Viewer } from '#core/viewer.ts'
import type { Database } from '#server/database/connect.ts'
import { findViewerBySession, touchSession } from './session-query.ts'

/**
 * The viewer behind a session cookie. Reads from the primary, so that sign-out and mute take effect
 * immediately.
 */
export const findViewer = async ({ sql }: Database, tokenHash: Buffer): Promise<Viewer> => {
  const found = await findViewerBySession(sql, tokenHash)
  if (found?.isStale) await touchSession(sql, tokenHash)
  return found?.viewer ?? null
}
