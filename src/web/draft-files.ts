/** Files of unfinished forms, kept in this browser beside their texts (drafts.ts). */
const STORE = 'files'
const DAYS_KEPT = 30
/** Unfinished forms with files, the latest; more would fill somebody's disk. */
const MOST = 8

/** A new file with its bytes, or the address of one that is kept elsewhere. */
type DraftFile = { content: Blob | string }
/** Private windows of Safari store bytes, and no files. */
type Packed = { content: { bytes: ArrayBuffer; type: string } | Blob | string }
type Kept = { at: number; files: readonly Packed[] }

const keyOf = (owner: number, form: string) => `${owner}:${form}`

export const readFiles = async <T extends DraftFile>(owner: number, form: string): Promise<T[] | null> => {
  const kept = await inStore<Kept | undefined>('readonly', (store) => store.get(keyOf(owner, form)))
  return kept && isFresh(kept) ? (kept.files.map(unpack) as T[]) : null
}

/** Resolves when they would outlast the page; until then the browser asks before it leaves it. */
export const keepFiles = async (owner: number, form: string, files: readonly DraftFile[]): Promise<void> => {
  const put = (packed: Kept['files']) =>
    inStore('readwrite', (store) => store.put({ at: Date.now(), files: packed }, keyOf(owner, form)))
  const write = async () => (await put(files)) ?? put(await Promise.all(files.map(pack)))
  holdPage()
  await write().finally(letPageGo)
  await forgetOldest()
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

export const dropFiles = async (owner: number, form: string): Promise<void> => {
  await inStore('readwrite', (store) => store.delete(keyOf(owner, form)))
}

/** When a member's account goes. */
export const dropFilesOf = async (owner: number): Promise<void> => {
  await inStore('readwrite', (store) => store.delete(IDBKeyRange.bound(`${owner}:`, `${owner}:\uffff`)))
}

let writing = 0

const holdPage = (): void => {
  writing += 1
  addEventListener('beforeunload', askFirst)
}

const letPageGo = (): void => {
  writing -= 1
  if (writing === 0) removeEventListener('beforeunload', askFirst)
}

const askFirst = (event: BeforeUnloadEvent): void => event.preventDefault()

const isFresh = ({ at }: Kept): boolean => Date.now() - at < DAYS_KEPT * 86_400_000

const forgetOldest = async (): Promise<void> => {
  const keys = (await inStore<IDBValidKey[]>('readonly', (store) => store.getAllKeys())) ?? []
  const kept = (await inStore<Kept[]>('readonly', (store) => store.getAll())) ?? []
  const byAge = kept
    .map((one, at) => ({ ...one, key: keys[at] ?? '' }))
    .toSorted((a, b) => b.at - a.at)
    .filter((one, at) => at >= MOST || !isFresh(one))
  for (const { key } of byAge) await inStore('readwrite', (store) => store.delete(key))
}

/** Without this storage, or where it is full, files last as long as their form. */
const inStore = async <T>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest,
): Promise<T | undefined> => {
  try {
    const database = await open()
    try {
      const transaction = database.transaction(STORE, mode)
      const asked = use(transaction.objectStore(STORE))
      // What is only answered is undone where the page goes before it is written.
      await isWritten(transaction)
      return asked.result as T
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const asked = indexedDB.open('drafts', 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE)
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })

const isWritten = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
