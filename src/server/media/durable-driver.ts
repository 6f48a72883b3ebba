import path from 'node:path'
import { FSDriver } from 'flydrive/drivers/fs'
import { writeWhole } from './place.ts'

/** Files under `DATA_DIR/media`, written so that a crash leaves a whole file or none: flydrive's own driver writes in place. */
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
