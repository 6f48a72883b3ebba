import { existsSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './project-root.ts'
import { missingPartners, type Settings, settings } from './settings.ts'

export type Config = Readonly<{
  port: number
  host: string
  /** Without a trailing slash. */
  publicUrl: string
  siteName: string
  /** Absolute. */
  dataDir: string
  seed: 'demo' | 'none'
  /** `null`: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | null
  databaseReadUrl: string | null
  /** `null`: example files are kept under `dataDir`. Without keys the machine's own credentials are used. */
  s3: Readonly<{
    bucket: string
    endpoint: string | null
    region: string
    accessKeyId: string | null
    secretAccessKey: string | null
  }> | null
  oidc: Readonly<{
    /** The `{provider}` of `/api/auth/{provider}`. */
    providerId: string
    providerName: string
    /** `null`: the embedded provider with local accounts. */
    outside: Readonly<{
      issuer: string
      clientId: string
      clientSecret: string | null
      /** From where the browser may copy a new member's picture, as a content security policy spells it. */
      pictureHost: string | null
    }> | null
  }>
  /** Lower case. */
  adminEmails: readonly string[]
  /** Without a `baseUrl` the built-in rules optimise. */
  optimizer: Readonly<{
    baseUrl: string | null
    apiKey: string | null
    model: string | null
    timeoutMs: number
    /** Requests to the service at a time, in one process. */
    atOnce: number
    /** For one member. */
    perHour: number
  }>
  /** How many searches and other expensive reads run at a time, in one process. */
  expensiveReadsAtOnce: number
  rateLimitScale: number
  /** How much of example files and avatars one member may store in a day. */
  uploadMbPerDay: number
  /** Disk for what can be made again: thumbnails and pictures for link previews. */
  madeMb: number
  trustProxy: boolean | number
}>

export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Throws ConfigError: one line that names every bad setting. */
export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = settings.safeParse(given)
  const faults = parsed.success
    ? missingPartners(parsed.data)
    : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  if (!parsed.success || faults.length > 0) throw new ConfigError(`Bad setting: ${faults.join('; ')}`)
  return toConfig(parsed.data)
}

/** The environment with the project's `.env` under it: what is set for real wins. */
export const loadEnvironment = (root = projectRoot): NodeJS.ProcessEnv => {
  const file = path.join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  return process.env
}

const toConfig = (set: Settings): Config => ({
  port: set.PORT,
  host: set.HOST,
  publicUrl: set.PUBLIC_URL ?? `http://localhost:${set.PORT}`,
  siteName: set.SITE_NAME,
  dataDir: path.resolve(projectRoot, set.DATA_DIR),
  seed: set.SEED,
  databaseUrl: set.DATABASE_URL ?? null,
  databaseReadUrl: set.DATABASE_READ_URL ?? null,
  s3: toS3(set),
  oidc: toOidc(set),
  adminEmails: set.ADMIN_EMAILS,
  optimizer: {
    baseUrl: set.OPTIMIZER_BASE_URL ?? null,
    apiKey: set.OPTIMIZER_API_KEY ?? null,
    model: set.OPTIMIZER_MODEL ?? null,
    timeoutMs: set.OPTIMIZER_TIMEOUT_MS,
    atOnce: set.OPTIMIZER_AT_ONCE,
    perHour: set.OPTIMIZER_PER_HOUR,
  },
  expensiveReadsAtOnce: set.EXPENSIVE_READS_AT_ONCE,
  rateLimitScale: set.RATE_LIMIT_SCALE,
  uploadMbPerDay: set.UPLOAD_MB_PER_DAY,
  madeMb: set.MADE_MB,
  trustProxy: set.TRUST_PROXY,
})

const toS3 = (set: Settings): Config['s3'] =>
  set.S3_BUCKET
    ? {
        bucket: set.S3_BUCKET,
        endpoint: set.S3_ENDPOINT ?? null,
        region: set.S3_REGION,
        accessKeyId: set.S3_ACCESS_KEY_ID ?? null,
        secretAccessKey: set.S3_SECRET_ACCESS_KEY ?? null,
      }
    : null

const toOidc = (set: Settings): Config['oidc'] => {
  const outside =
    set.OIDC_ISSUER && set.OIDC_CLIENT_ID
      ? {
          issuer: set.OIDC_ISSUER,
          clientId: set.OIDC_CLIENT_ID,
          clientSecret: set.OIDC_CLIENT_SECRET ?? null,
          pictureHost: set.OIDC_PICTURE_HOST ?? null,
        }
      : null
  return {
    providerId: set.OIDC_PROVIDER_ID ?? (outside ? 'oidc' : 'local'),
    providerName: set.OIDC_PROVIDER_NAME ?? (outside ? 'single sign-on' : `${set.SITE_NAME} account`),
    outside,
  }
}
