import path from 'node:path'
import { FSDriver } from 'flydrive/drivers/fs'
import { writeWhole } from './place.ts'

/**
 * Stores files under `DATA_DIR/media` with atomic writes, unlike flydrive's own driver, which writes in
 * place.
 */
export class DurableDriver extends FSDriver {
  readonly #dataDir: string

  constructor(dataDir: string) {
    super({ location: path.join(dataDir, 'media'), visibility: 'private' })
    this.#dataDir = dataDir
  }

  override put(key: string, contents: string | Uint8Array): Promise<void> {
    return writeWhole(this.#dataDir, 'media', path.posix.basename(key), Buffer.from(contents))
  }
}
