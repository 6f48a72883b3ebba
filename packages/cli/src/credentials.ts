import path from 'node:path'
import { getSettingsFolder, readJsonFile } from './settings.ts'
import { writeAtomically } from './write-atomically.ts'

/** What proves to a site who somebody is: an API token, or tokens of OAuth, which are renewed. */
export type Credentials = { accessToken: string; refreshToken?: string; expiresAt?: number }

const SERVICE = 'prompt-collection'

/** How long the system may ask for the password of the keychain. */
const KEYCHAIN_TIMEOUT_MS = 60_000

/** Returns the entry of the system's keychain, or null if the system has none. */
const openKeychain = async (site: string) => {
  if (process.env.PROMPT_COLLECTION_NO_KEYCHAIN === 'true') return null
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring')
    // Without a desktop, the library would use the keyring of the kernel, which is emptied when the machine restarts.
    return new AsyncEntry(SERVICE, site, { linux: { store: 'secret-service' } })
  } catch {
    return null
  }
}

const credentialsFile = () => path.join(getSettingsFolder(), 'credentials.json')

const readFromFile = (): Record<string, Credentials> =>
  (readJsonFile(credentialsFile()) as Record<string, Credentials> | null) ?? {}

/** Only the owner of the file may read it. */
const writeToFile = (stored: Record<string, Credentials>): void =>
  writeAtomically(credentialsFile(), `${JSON.stringify(stored, null, 2)}\n`, 0o600)

const deleteFromFile = (site: string): void => {
  const { [site]: own, ...others } = readFromFile()
  if (own) writeToFile(others)
}

export const loadCredentials = async (site: string): Promise<Credentials | null> => {
  const inFile = readFromFile()[site]
  if (inFile) return inFile
  const entry = await openKeychain(site)
  const text = await entry?.getPassword(AbortSignal.timeout(KEYCHAIN_TIMEOUT_MS)).catch(() => null)
  return text ? (JSON.parse(text) as Credentials) : null
}

/** Stores credentials in the keychain, or in a file where there is none. Returns where they are. */
export const saveCredentials = async (site: string, credentials: Credentials): Promise<string> => {
  const entry = await openKeychain(site)
  try {
    if (entry) {
      await entry.setPassword(JSON.stringify(credentials), AbortSignal.timeout(KEYCHAIN_TIMEOUT_MS))
      deleteFromFile(site)
      return "the system's keychain"
    }
  } catch {
    // The keychain is locked, or nobody can unlock it here.
  }
  writeToFile({ ...readFromFile(), [site]: credentials })
  return credentialsFile()
}

export const deleteCredentials = async (site: string): Promise<void> => {
  deleteFromFile(site)
  const entry = await openKeychain(site)
  await entry?.deleteCredential(AbortSignal.timeout(KEYCHAIN_TIMEOUT_MS)).catch(() => false)
}
