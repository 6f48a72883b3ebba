import { createStore, delMany, entries, get, keys, set, type UseStore } from 'idb-keyval'

/**
 * The IndexedDB store for files from unfinished forms; the text fields are in local storage (`drafts.ts`).
 */
let draftStore: UseStore | undefined
const MAX_AGE_DAYS = 30
/** Only the files of the most recent forms are stored, so drafts do not fill the disk. */
const MAX_FORMS = 8

/** The bytes of a new file, or the URL of a stored one. */
type DraftFile = { content: Blob | string }
/** Safari's private windows can store an `ArrayBuffer` but not a `Blob`. */
type Packed = { content: { bytes: ArrayBuffer; type: string } | Blob | string }
type Entry = { at: number; files: readonly Packed[] }

const keyOf = (owner: number, form: string) => `${owner}:${form}`

export const readDraftFiles = async <T extends DraftFile>(
  owner: number,
  form: string,
): Promise<T[] | null> => {
  const entry = await inStore((store) => get<Entry>(keyOf(owner, form), store))
  return entry && isFresh(entry) ? (entry.files.map(unpack) as T[]) : null
}

/**
 * Resolves once the files are stored; until then, the browser asks for confirmation before leaving the page.
 */
export const saveDraftFiles = async (
  owner: number,
  form: string,
  list: readonly DraftFile[],
): Promise<void> => {
  const put = (packed: Entry['files']) =>
    inStore(async (store) => {
      await set(keyOf(owner, form), { at: Date.now(), files: packed }, store)
      return true
    })
  const write = async () => (await put(list)) ?? put(await Promise.all(list.map(pack)))
  blockLeaving()
  await write().finally(allowLeaving)
  await evictOldest()
}

const pack = async <T extends DraftFile>(file: T): Promise<T | Packed> =>
  file.content instanceof Blob
    ? { ...file, content: { bytes: await file.content.arrayBuffer(), type: file.content.type } }
    : file

const unpack = (file: Packed): DraftFile => {
  const { content } = file
  if (typeof content === 'string' || content instanceof Blob) return { ...file, content }
  return { ...file, content: new Blob([content.bytes], { type: content.type }) }
}

export const deleteDraftFiles = async (owner: number, form: string): Promise<void> => {
  await inStore((store) => delMany([keyOf(owner, form)], store))
}

/** Deletes all stored files of a member whose account was deleted. */
export const deleteAllDraftFiles = async (owner: number): Promise<void> => {
  await inStore(async (store) => {
    const stored = await keys<string>(store)
    await delMany(
      stored.filter((key) => key.startsWith(keyOf(owner, ''))),
      store,
    )
  })
}

let pendingWrites = 0

const blockLeaving = (): void => {
  pendingWrites += 1
  addEventListener('beforeunload', confirmLeaving)
}

const allowLeaving = (): void => {
  pendingWrites -= 1
  if (pendingWrites === 0) removeEventListener('beforeunload', confirmLeaving)
}

const confirmLeaving = (event: BeforeUnloadEvent): void => event.preventDefault()

const isFresh = ({ at }: Entry): boolean => Date.now() - at < MAX_AGE_DAYS * 86_400_000

const evictOldest = async (): Promise<void> => {
  await inStore(async (store) => {
    const evicted = (await entries<string, Entry>(store))
      .toSorted(([, a], [, b]) => b.at - a.at)
      .filter(([, entry], index) => index >= MAX_FORMS || !isFresh(entry))
    await delMany(
      evicted.map(([key]) => key),
      store,
    )
  })
}

/**
 * Runs `use` on the store. Returns undefined if storage is unavailable or full; files then last only as long as their
 * form.
 */
const inStore = async <T>(use: (store: UseStore) => Promise<T>): Promise<T | undefined> => {
  try {
    draftStore ??= createStore('drafts', 'files')
    return await use(draftStore)
  } catch {
    return undefined
  }
}
