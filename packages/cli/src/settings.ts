import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { usageError } from './cli-error.ts'
import { writeAtomically } from './write-atomically.ts'

/** What the command line remembers of a site that somebody has signed in to. */
type KnownSite = { username: string; allowsHttp?: boolean }
type Settings = { defaultSite?: string; sites: Record<string, KnownSite> }

/** Returns the folder with the settings of the command line, in the form of the system. */
export const getSettingsFolder = (): string => {
  const { PROMPT_COLLECTION_CONFIG_DIR, XDG_CONFIG_HOME, APPDATA } = process.env
  if (PROMPT_COLLECTION_CONFIG_DIR) return PROMPT_COLLECTION_CONFIG_DIR
  const parent = process.platform === 'win32' ? APPDATA : XDG_CONFIG_HOME
  return path.join(parent || path.join(homedir(), '.config'), 'prompt-collection')
}

const settingsFile = () => path.join(getSettingsFolder(), 'settings.json')

/** Reads a JSON file. Returns null if there is none, or if something else is in its place. */
export const readJsonFile = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

export const readSettings = (): Settings => {
  const stored = readJsonFile(settingsFile()) as Partial<Settings> | null
  return { ...stored, sites: stored?.sites ?? {} }
}

const writeSettings = (settings: Settings): void =>
  writeAtomically(settingsFile(), `${JSON.stringify(settings, null, 2)}\n`)

/** Remembers a site, and makes it the one that commands without `--site` use. */
export const rememberSite = (site: string, known: KnownSite): void => {
  const { sites } = readSettings()
  writeSettings({ defaultSite: site, sites: { ...sites, [site]: known } })
}

export const forgetSite = (site: string): void => {
  const { defaultSite, sites } = readSettings()
  const { [site]: _, ...others } = sites
  const next = defaultSite === site ? Object.keys(others)[0] : defaultSite
  writeSettings({ ...(next !== undefined && { defaultSite: next }), sites: others })
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Returns the address of a site as its origin. People may leave out the protocol. */
export const normalizeSite = (written: string): string => {
  const hasProtocol = written.includes('://')
  const host = written.split(/[/:]/)[0] ?? ''
  const address = hasProtocol ? written : `${LOOPBACK.test(host) ? 'http' : 'https'}://${written}`
  if (!URL.canParse(address) || !/^https?:\/\/[^\s]+$/i.test(address))
    throw usageError(`${written} is not the address of a site.`, 'Write it like https://prompts.example.')
  return new URL(address).origin
}

/** Throws unless a token may be sent to the site: by https, to this machine, or where somebody has allowed it. */
export const requireSecureSite = (site: string, allowsHttp = false): void => {
  const { protocol, hostname } = new URL(site)
  const isAllowed = allowsHttp || process.env.PROMPT_COLLECTION_ALLOW_HTTP === 'true'
  if (protocol === 'https:' || LOOPBACK.test(hostname) || isAllowed) return
  throw usageError(
    `${site} is not encrypted: others in the network could read your token.`,
    'Use https, or sign in with --allow-http if you trust the network.',
  )
}
