import type { Viewer } from '#core/viewer.ts'
import { findViewerBySession } from '#features/identity/server/store.ts'
import type { Database } from '#server/database/connect.ts'

/** Who holds this session; read from the primary, so that sign-out and mute work at once. */
export const findViewer = ({ sql }: Database, tokenHash: Buffer): Promise<Viewer> =>
  findViewerBySession(sql, tokenHash)
