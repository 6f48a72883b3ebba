import { getMediaName } from '#core/media-name.ts'
import { registerExistingFiles } from '#features/media/server/media-query.ts'
import { indexPosts } from '#features/search/server/index-query.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { createFileStore } from '#server/media/create-file-store.ts'
import type { FileStore } from '#server/media/file-store.ts'
import { storeIllustration } from './seed/illustrations.ts'
import {
  insertActivity,
  insertPosts,
  insertResults,
  insertUsersAndTopics,
  updateStoredCounts,
} from './seed/insert-rows.ts'
import { storeRecording } from './seed/recordings.ts'
import { createSeedRows, seedPosts } from './seed/rows.ts'
import type { TypedSeedPost } from './seed/seed-post.ts'

type Log = { info: (detail: object, message: string) => void }
type Dependencies = { database: Database; config: Pick<Config, 'dataDir' | 's3'>; log: Log }

/** Adds demo content if the site is empty. An advisory lock prevents two servers from both adding it. */
export const seedDemoContent = async ({ database: { sql }, config, log }: Dependencies): Promise<void> => {
  const [existing] = await sql`select 1 from posts limit 1`
  if (existing) return
  const files = createFileStore(config)
  const media = new Map<string, string[]>()
  // Drawing all at once would occupy every thread of this process, and logging in to the database needs one.
  for (const post of seedPosts) media.set(post.title, await createFiles(files, post))
  const posts = await sql.begin(async (transaction) => {
    // On a slow machine, the other server may take longer than a statement usually waits for a lock.
    await transaction`set local lock_timeout = 0`
    await transaction`select pg_advisory_xact_lock(hashtext('prompt-collection seed'))`
    const [concurrent] = await transaction`select 1 from posts limit 1`
    if (concurrent) return 0
    const rows = createSeedRows(Date.now(), (post) => media.get(post.title) ?? [])
    await insertUsersAndTopics(transaction)
    const ids = await insertPosts(transaction, rows.posts)
    // Backups contain only files that are registered.
    await registerExistingFiles(transaction, namesOf(media.values()))
    await insertActivity(transaction, rows)
    await insertResults(transaction, rows)
    await updateStoredCounts(transaction)
    await indexPosts(transaction, ids, true)
    return ids.length
  })
  if (posts) log.info({ posts }, 'Demo content added')
}

const namesOf = (urls: Iterable<string[]>): string[] =>
  [...urls].flat().flatMap((url) => getMediaName(url) ?? [])

const createFiles = async (files: FileStore, { title, illustrations = [], recording }: TypedSeedPost) => {
  const pictures = illustrations.map((name, index) => storeIllustration(files, name, `${title} ${index}`))
  return Promise.all(recording ? [...pictures, storeRecording(files, recording, title)] : pictures)
}
