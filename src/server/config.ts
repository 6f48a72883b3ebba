import path from 'node:path'
import type { AiPreferences } from '#core/ai-preferences.ts'
import type { FeedWindow } from '#core/feed-windows.ts'
import type { SiteLicense } from '#core/licenses.ts'
import type { InviterRole, SignUpMode } from '#core/sign-up-modes.ts'
import { getAvailableResources, getDefaultWorkerCount } from './default-workers.ts'
import {
  type MailSender,
  normalizeEmailDomain,
  parseMailSender,
  toEmailDomain,
} from './mail/email-address.ts'
import { projectRoot } from './project-root.ts'
import { findMissingSettings, findPlainHttpServices, type Settings, settingsSchema } from './settings.ts'

export type Config = Readonly<{
  port: number
  host: string
  /** The number of processes that serve requests. */
  workers: number
  /** The site's public URL, without a trailing slash. */
  publicUrl: string
  siteName: string
  /** The default period of trending posts on pages and in RSS feeds. */
  trendingWindow: FeedWindow
  license: Readonly<SiteLicense>
  /** The absolute path of the data directory. */
  dataDir: string
  seed: 'demo' | 'none'
  /** The URL of the database; `null` selects the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | null
  /** The primary's direct URL, if `databaseUrl` points to a connection pooler. */
  databaseDirectUrl: string | null
  databaseReadUrls: readonly string[]
  maxReplicaLagMs: number
  /**
   * The S3 bucket for example files; `null` stores them under `dataDir`. Without keys, the AWS SDK's default
   * credentials apply.
   */
  s3: Readonly<{
    bucket: string
    endpoint: string | null
    region: string
    accessKeyId: string | null
    secretAccessKey: string | null
  }> | null
  oidc: Readonly<{
    /** The `{provider}` segment of `/api/auth/{provider}`. */
    providerId: string
    providerName: string
    /** An external identity provider; `null` selects the embedded provider with local accounts. */
    external: Readonly<{
      issuer: string
      clientId: string
      clientSecret: string | null
      /**
       * The CSP source of the provider's profile pictures, so the browser may copy one as a new member's
       * avatar.
       */
      pictureHost: string | null
    }> | null
  }>
  /** The mail server and sender; `null` sends no mail. */
  mail: Readonly<{ smtpUrl: string; from: MailSender }> | null
  /** The admins' email addresses, in lower case. */
  adminEmails: readonly string[]
  /** An email address or a URL where members who cannot sign in reach an admin. */
  adminContact: string | undefined
  /** What the site says about the use of its contents by AI. */
  aiPreferences: AiPreferences
  /** Who runs the site (docs/operating.md#accounts). */
  operator: {
    name: string | null
    address: string | null
    email: string | null
    languages: string | null
    representative: string | null
  }
  /** Who can create an account, and how many (docs/operating.md#sign-up). Whoever has one can always sign in. */
  signUp: Readonly<{
    mode: SignUpMode
    /** What new members answer before they are approved. */
    question: string
    inviters: InviterRole
    /** Domains in ASCII. Emails in them or in their subdomains are refused. */
    blockedDomains: readonly string[]
    /** The number of accounts that one IP address may create per day; 0 for any number. */
    maxPerAddress: number
    /** Whether the sign-up form asks the browser for a proof of work. */
    asksForProof: boolean
  }>
  /** Whether the open log of decisions names the moderators. */
  moderationLogNames: boolean
  /** Whether new members begin as newcomers, with limits for a day and a first look at posts with links. */
  limitsNewcomers: boolean
  /** Whether programs may register themselves to act for members. */
  registersApplications: boolean
  webhooks: Readonly<{
    isEnabled: boolean
    /** Whether webhooks may call this machine and private networks, also by plain http. */
    allowsPrivateAddresses: boolean
  }>
  /** The prompt optimizer; the built-in one is used if there is no `baseUrl`. */
  optimizer: Readonly<{
    baseUrl: string | null
    apiKey: string | null
    model: string | null
    timeoutMs: number
    /** The maximum number of concurrent requests to the optimizer service, from all workers combined. */
    maxConcurrent: number
    /** The maximum number of requests per member per hour. */
    maxPerHour: number
  }>
  /** The maximum number of concurrent searches and other expensive reads, by all workers combined. */
  maxConcurrentExpensiveReads: number
  rateLimitScale: number
  /**
   * How many requests a minute are served at once to the visitors of one network, and to those with one user agent, such as
   * a crawler's, by all workers combined; 0 for any number.
   */
  visitorRequests: Readonly<{ perNetwork: number; perUserAgent: number }>
  /** How many megabytes of example files and avatars one member may upload per day. */
  uploadMbPerDay: number
  /** The disk budget for generated files (thumbnails and link preview images), in megabytes. */
  generatedFilesMb: number
  /** The disk budget for visitors' pages that are stored, in megabytes; 0 stores none. */
  storedPagesMb: number
  /** The disk budget for local copies of the bucket's files, in megabytes. */
  fetchedFilesMb: number
  trustProxy: boolean | number
  /** The token required to read `/metrics`; if it is `null`, the metrics are available from this machine only. */
  metricsToken: string | null
  slowQueryMs: number
  /** The collector that receives spans as OTLP over HTTP; `null` turns tracing off. */
  tracing: Readonly<{
    /** The collector's URL, without a trailing slash. */
    endpoint: string
    headers: Record<string, string>
    serviceName: string
    /** The fraction of requests to trace, from 0 to 1. */
    sampledShare: number
  }> | null
  /** Null if backups are not scheduled. `bucket` takes precedence over `folder`. */
  backup: Readonly<{ everyMs: number; keep: number; folder: string; bucket: Config['s3'] }> | null
  /** True if this server runs jobs from the queue. */
  runsJobs: boolean
}>

export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads the settings. Throws a `ConfigError` whose single-line message names every invalid setting. */
export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = settingsSchema.safeParse(nonEmpty)
  const problems = parsed.success
    ? [...findMissingSettings(parsed.data), ...findPlainHttpServices(parsed.data)]
    : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  if (!parsed.success || problems.length > 0)
    throw new ConfigError(`Invalid settings: ${problems.join('; ')}`)
  return toConfig(parsed.data)
}

const toConfig = (settings: Settings): Config => ({
  port: settings.PORT,
  host: settings.HOST,
  workers: settings.WORKERS ?? getDefaultWorkerCount(getAvailableResources()),
  publicUrl: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
  siteName: settings.SITE_NAME,
  trendingWindow: settings.TRENDING_WINDOW,
  aiPreferences: { training: settings.AI_TRAINING, search: settings.AI_SEARCH },
  license: { default: settings.DEFAULT_LICENSE, isFixed: settings.MEMBERS_CHOOSE_LICENSE === 'false' },
  dataDir: path.resolve(projectRoot, settings.DATA_DIR),
  seed: settings.SEED,
  databaseUrl: settings.DATABASE_URL ?? null,
  databaseDirectUrl: settings.DATABASE_DIRECT_URL ?? null,
  databaseReadUrls: settings.DATABASE_READ_URL,
  maxReplicaLagMs: settings.REPLICA_MAX_LAG_MS,
  s3: toS3(settings),
  oidc: toOidc(settings),
  mail: toMail(settings),
  adminEmails: settings.ADMIN_EMAILS.map(normalizeEmailDomain),
  adminContact: settings.ADMIN_CONTACT,
  operator: {
    name: settings.OPERATOR_NAME ?? null,
    address: toLines(settings.OPERATOR_ADDRESS),
    email: settings.OPERATOR_EMAIL ?? null,
    languages: settings.OPERATOR_LANGUAGES ?? null,
    representative: toLines(settings.OPERATOR_REPRESENTATIVE),
  },
  signUp: {
    mode: settings.SIGN_UP,
    question: settings.SIGN_UP_QUESTION,
    inviters: settings.SIGN_UP_INVITERS,
    blockedDomains: settings.SIGN_UP_BLOCKED_DOMAINS.map(toEmailDomain),
    maxPerAddress: settings.SIGN_UP_MAX_PER_ADDRESS,
    asksForProof: settings.SIGN_UP_PROOF_OF_WORK === 'on',
  },
  moderationLogNames: settings.MODERATION_LOG_NAMES === 'true',
  limitsNewcomers: settings.NEWCOMER_LIMITS === 'true',
  registersApplications: settings.OAUTH_REGISTRATION === 'true',
  webhooks: {
    isEnabled: settings.WEBHOOKS === 'true',
    allowsPrivateAddresses: settings.WEBHOOK_PRIVATE_ADDRESSES === 'true',
  },
  optimizer: {
    baseUrl: settings.OPTIMIZER_BASE_URL ?? null,
    apiKey: settings.OPTIMIZER_API_KEY ?? null,
    model: settings.OPTIMIZER_MODEL ?? null,
    timeoutMs: settings.OPTIMIZER_TIMEOUT_MS,
    maxConcurrent: settings.OPTIMIZER_AT_ONCE,
    maxPerHour: settings.OPTIMIZER_PER_HOUR,
  },
  maxConcurrentExpensiveReads: settings.EXPENSIVE_READS_AT_ONCE,
  rateLimitScale: settings.RATE_LIMIT_SCALE,
  visitorRequests: {
    perNetwork: settings.VISITOR_REQUESTS_PER_NETWORK,
    perUserAgent: settings.VISITOR_REQUESTS_PER_USER_AGENT,
  },
  uploadMbPerDay: settings.UPLOAD_MB_PER_DAY,
  generatedFilesMb: settings.MADE_MB,
  storedPagesMb: settings.STORED_PAGES_MB,
  fetchedFilesMb: settings.FETCHED_MB,
  trustProxy: settings.TRUST_PROXY,
  metricsToken: settings.METRICS_TOKEN ?? null,
  slowQueryMs: settings.SLOW_QUERY_MS,
  tracing: toTracing(settings),
  backup: toBackup(settings),
  runsJobs: settings.RUN_JOBS === 'true',
})

const toBackup = (settings: Settings): Config['backup'] => {
  const { BACKUP_EVERY, BACKUP_KEEP, BACKUP_DIR, BACKUP_BUCKET, DATA_DIR } = settings
  if (!BACKUP_EVERY) return null
  return {
    everyMs: BACKUP_EVERY,
    keep: BACKUP_KEEP,
    folder: path.resolve(projectRoot, BACKUP_DIR ?? path.join(DATA_DIR, 'backups')),
    bucket: BACKUP_BUCKET ? toS3({ ...settings, S3_BUCKET: BACKUP_BUCKET }) : null,
  }
}

const toMail = ({ SMTP_URL, MAIL_FROM }: Settings): Config['mail'] => {
  const from = parseMailSender(MAIL_FROM ?? '')
  return SMTP_URL && from ? { smtpUrl: SMTP_URL, from } : null
}

const toTracing = (settings: Settings): Config['tracing'] =>
  settings.OTEL_EXPORTER_OTLP_ENDPOINT
    ? {
        endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
        serviceName: settings.OTEL_SERVICE_NAME,
        sampledShare: settings.OTEL_TRACES_SAMPLER_ARG,
      }
    : null

const toS3 = (settings: Settings): Config['s3'] =>
  settings.S3_BUCKET
    ? {
        bucket: settings.S3_BUCKET,
        endpoint: settings.S3_ENDPOINT ?? null,
        region: settings.S3_REGION,
        accessKeyId: settings.S3_ACCESS_KEY_ID ?? null,
        secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? null,
      }
    : null

const toOidc = (settings: Settings): Config['oidc'] => {
  const outside =
    settings.OIDC_ISSUER && settings.OIDC_CLIENT_ID
      ? {
          issuer: settings.OIDC_ISSUER,
          clientId: settings.OIDC_CLIENT_ID,
          clientSecret: settings.OIDC_CLIENT_SECRET ?? null,
          pictureHost: settings.OIDC_PICTURE_HOST ?? null,
        }
      : null
  return {
    providerId: settings.OIDC_PROVIDER_ID ?? (outside ? 'oidc' : 'local'),
    providerName:
      settings.OIDC_PROVIDER_NAME ?? (outside ? 'single sign-on' : `${settings.SITE_NAME} account`),
    external: outside,
  }
}

/** Returns a setting of several lines, which environment files cannot contain and which `|` separates. */
const toLines = (value: string | undefined): string | null =>
  value === undefined
    ? null
    : value
        .split('|')
        .map((line) => line.trim())
        .join('\n')
