/** Files from unfinished forms, stored in IndexedDB; the forms' texts are in local storage (`drafts.ts`). */
const STORE = 'files'
const MAX_AGE_DAYS = 30
/** Only the newest forms' files are stored, so that drafts do not fill the disk. */
const MAX_FORMS = 8

/** A new file with its bytes, or the URL of a stored one. */
type DraftFile = { content: Blob | string }
/** Safari's private windows can store an `ArrayBuffer` but not a `Blob`. */
type Packed = { content: { bytes: ArrayBuffer; type: string } | Blob | string }
type Entry = { at: number; files: readonly Packed[] }

const keyOf = (owner: number, form: string) => `${owner}:${form}`

export const readDraftFiles = async <T extends DraftFile>(
  owner: number,
  form: string,
): Promise<T[] | null> => {
  const entry = await inStore<Entry | undefined>('readonly', (store) => store.get(keyOf(owner, form)))
  return entry && isFresh(entry) ? (entry.files.map(unpack) as T[]) : null
}

/**
 * Resolves once the files are stored; until then, the browser asks for confirmation before leaving the page.
 */
export const saveDraftFiles = async (
  owner: number,
  form: string,
  files: readonly DraftFile[],
): Promise<void> => {
  const put = (packed: Entry['files']) =>
    inStore('readwrite', (store) => store.put({ at: Date.now(), files: packed }, keyOf(owner, form)))
  const write = async () => (await put(files)) ?? put(await Promise.all(files.map(pack)))
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
  await inStore('readwrite', (store) => store.delete(keyOf(owner, form)))
}

/** Deletes all stored files of a member whose account was deleted. */
export const deleteAllDraftFiles = async (owner: number): Promise<void> => {
  await inStore('readwrite', (store) => store.delete(IDBKeyRange.bound(`${owner}:`, `${owner}:\uffff`)))
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
  const keys = (await inStore<IDBValidKey[]>('readonly', (store) => store.getAllKeys())) ?? []
  const entries = (await inStore<Entry[]>('readonly', (store) => store.getAll())) ?? []
  const evicted = entries
    .map((entry, index) => ({ ...entry, key: keys[index] ?? '' }))
    .toSorted((a, b) => b.at - a.at)
    .filter((entry, index) => index >= MAX_FORMS || !isFresh(entry))
  for (const { key } of evicted) await inStore('readwrite', (store) => store.delete(key))
}

/**
 * Runs one request. Returns undefined if storage is unavailable or full; files then last only as long as
 * their form.
 */
const inStore = async <T>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest,
): Promise<T | undefined> => {
  try {
    const database = await open()
    try {
      const transaction = database.transaction(STORE, mode)
      const request = use(transaction.objectStore(STORE))
      // A request that succeeded is still rolled back if the page closes before its transaction commits.
      await committed(transaction)
      return request.result as T
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('drafts', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
