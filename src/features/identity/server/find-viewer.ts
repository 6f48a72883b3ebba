import type { Viewer } from '#core/viewer.ts'
import type { Database } from '#server/database/connect.ts'
import { findViewerBySession, touchSession } from './session-query.ts'

/** Who holds this session; read from the primary, so that sign-out and mute work at once. */
export const findViewer = async ({ sql }: Database, tokenHash: Buffer): Promise<Viewer> => {
  const found = await findViewerBySession(sql, tokenHash)
  if (found?.isStale) await touchSession(sql, tokenHash)
  return found?.viewer ?? null
}
