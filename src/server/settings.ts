import * as z from 'zod'
import { aiPreferences } from '#core/ai-preferences.ts'
import { feedWindows } from '#core/feed-windows.ts'
import { licenseIds } from '#core/licenses.ts'
import { inviterRoles, signUpModes } from '#core/sign-up-modes.ts'
import { isLoopbackUrl } from './loopback.ts'
import { isEmailAddress, parseMailSender } from './mail/email-address.ts'

const text = z.string().trim()

const wholeNumber = (min: number, max: number) =>
  text
    .refine((value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number)

const hasScheme = (value: string, schemes: readonly string[]) =>
  URL.canParse(value) && schemes.includes(new URL(value).protocol)

const isDecodable = (value: string) => {
  try {
    return decodeURIComponent(value) !== ''
  } catch {
    return false
  }
}

const issuer = text.refine((value) => hasScheme(value, ['http:', 'https:']), {
  error: 'must be an http or https URL',
})

const httpUrl = issuer.transform((value) => value.replace(/\/+$/, ''))

const origin = httpUrl.refine((value) => new URL(value).origin === value.toLowerCase(), {
  error: 'must be a URL without a path, such as https://prompts.example.org',
})

/** Sign-in needs a secure context, which browsers provide over https and on loopback addresses only. */
const publicUrl = origin.refine((value) => value.startsWith('https:') || isLoopbackUrl(value), {
  error: 'must be https, unless it is localhost: browsers support sign-in only in a secure context',
})

/** A host source for a Content Security Policy. */
const pictureHost = text.regex(/^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/, {
  error: 'must look like https://pictures.example.org or https://*.example.org',
})

const databaseUrl = text
  .refine((value) => hasScheme(value, ['postgres:', 'postgresql:']), {
    abort: true,
    error: 'must be a PostgreSQL URL, such as postgres://user:password@host:5432/name',
  })
  .refine(isDecodable, { error: 'contains an invalid percent-encoding: write a % in a password as %25' })

const listed = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const databaseUrls = text.transform(listed).pipe(z.array(databaseUrl))

const emails = text.transform((value) => listed(value.toLowerCase()))

const DOMAIN = /^[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+$/u

/** Domains of emails, separated by commas. */
const domains = text
  .transform(listed)
  .pipe(z.array(text.regex(DOMAIN, { error: 'must be domains without @, such as example.com, example.net' })))

/** How to reach an admin: an email address or the URL of a page. */
const contact = text.refine(
  (value) => /^[^\s@:/]+@[^\s@]+$/.test(value) || hasScheme(value, ['http:', 'https:']),
  { error: 'must be an email address or a URL, such as https://example.org/help' },
)

const smtpUrl = text.refine((value) => hasScheme(value, ['smtp:', 'smtps:']), {
  error: 'must be an SMTP URL, such as smtps://user:password@mail.example.org',
})

const mailSender = text.refine((value) => parseMailSender(value) !== null, {
  error: 'must look like prompts@example.org or Prompt Collection <prompts@example.org>',
})

/** HTTP headers in OpenTelemetry's format: `name=value,name=value`, percent-encoded. */
const headers = text
  .refine((value) => listed(value).every((pair) => /^[\w-]+\s*=/.test(pair) && isDecodable(pair)), {
    error: 'must look like name=value,name=value',
  })
  .transform(
    (value): Record<string, string> =>
      Object.fromEntries(
        listed(value).map((pair) => {
          const [name = '', ...rest] = pair.split('=')
          return [name.trim(), decodeURIComponent(rest.join('=').trim())]
        }),
      ),
  )

const share = text
  .refine((value) => /^(0(\.\d+)?|1(\.0+)?)$/.test(value), { error: 'must be a number from 0 to 1' })
  .transform(Number)

/** The `trustProxy` setting: false, true (trust any proxy), or the number of proxies in front of the server. */
const trustProxy = text
  .refine((value) => /^(true|false|\d)$/.test(value), {
    error: 'must be true, false or a number of proxies',
  })
  .transform((value) => (value === 'true' ? true : value === 'false' ? false : Number(value)))

const HOUR_MS = 3_600_000
const UNIT_MS: Record<string, number> = { m: 60_000, h: HOUR_MS, d: 24 * HOUR_MS }

/** A duration of at least ten minutes, which is the interval at which the job checks whether a backup is due. */
const duration = text
  .refine((value) => /^\d{1,4}[mhd]$/.test(value) && toMs(value) >= 10 * 60_000, {
    error: 'must be a number of minutes, hours or days from 10m, such as 12h or 1d',
  })
  .transform(toMs)

function toMs(value: string): number {
  return Number.parseInt(value, 10) * (UNIT_MS[value.at(-1) ?? ''] ?? 0)
}

/** All settings, keyed by environment variable; `.env.example` explains each. */
export const settingsSchema = z.object({
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: text.default('127.0.0.1'),
  WORKERS: wholeNumber(1, 64).optional(),
  PUBLIC_URL: publicUrl.optional(),
  SITE_NAME: text.default('Prompt Collection'),
  DATA_DIR: text.default('./data'),
  SEED: z.enum(['demo', 'none'], { error: 'must be demo or none' }).default('demo'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  /** The URLs of read replicas, separated by commas. */
  DATABASE_READ_URL: databaseUrls.default([]),
  REPLICA_MAX_LAG_MS: wholeNumber(100, 3_600_000).default(1_000),
  /** The issuer is kept verbatim, including a trailing slash, because a token's `iss` claim must match it exactly. */
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_PROVIDER_ID: text
    .regex(/^[a-z0-9-]{1,32}$/, { error: 'must be 1 to 32 of a-z, 0-9 and -' })
    .refine((value) => !['me', 'settings', 'logout', 'token', 'fake'].includes(value), {
      error: 'must not be me, settings, logout, token or fake',
    })
    .optional(),
  OIDC_PROVIDER_NAME: text.optional(),
  OIDC_PICTURE_HOST: pictureHost.optional(),
  S3_BUCKET: text.optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: text.default('us-east-1'),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailSender.optional(),
  ADMIN_EMAILS: emails.default([]),
  ADMIN_CONTACT: contact.optional(),
  OPERATOR_NAME: text.optional(),
  OPERATOR_ADDRESS: text.optional(),
  OPERATOR_EMAIL: text.refine(isEmailAddress, { error: 'must be an email address' }).optional(),
  OPERATOR_LANGUAGES: text.optional(),
  OPERATOR_REPRESENTATIVE: text.optional(),
  SIGN_UP: z.enum(signUpModes, { error: `must be one of ${signUpModes.join(', ')}` }).default('open'),
  SIGN_UP_QUESTION: text
    .max(300, { error: 'must have at most 300 characters' })
    .default('Why do you want to join?'),
  SIGN_UP_INVITERS: z
    .enum(inviterRoles, { error: `must be one of ${inviterRoles.join(', ')}` })
    .default('members'),
  SIGN_UP_BLOCKED_DOMAINS: domains.default([]),
  SIGN_UP_MAX_PER_ADDRESS: wholeNumber(0, 100_000).default(5),
  MODERATION_LOG_NAMES: z.enum(['true', 'false'], { error: 'must be true or false' }).default('false'),
  NEWCOMER_LIMITS: z.enum(['true', 'false'], { error: 'must be true or false' }).default('true'),
  SIGN_UP_PROOF_OF_WORK: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  OAUTH_REGISTRATION: z.enum(['true', 'false'], { error: 'must be true or false' }).default('true'),
  WEBHOOKS: z.enum(['true', 'false'], { error: 'must be true or false' }).default('true'),
  WEBHOOK_PRIVATE_ADDRESSES: z.enum(['true', 'false'], { error: 'must be true or false' }).default('false'),
  OPTIMIZER_BASE_URL: httpUrl.optional(),
  OPTIMIZER_API_KEY: text.optional(),
  OPTIMIZER_MODEL: text.optional(),
  OPTIMIZER_TIMEOUT_MS: wholeNumber(1, 600_000).default(60_000),
  OPTIMIZER_AT_ONCE: wholeNumber(1, 1_000).default(4),
  OPTIMIZER_PER_HOUR: wholeNumber(1, 100_000).default(20),
  EXPENSIVE_READS_AT_ONCE: wholeNumber(1, 100).default(2),
  RATE_LIMIT_SCALE: text
    .refine((value) => /^\d+(\.\d+)?$/.test(value), { error: 'must be a number from 0' })
    .transform(Number)
    .default(1),
  VISITOR_REQUESTS_PER_NETWORK: wholeNumber(0, 1_000_000).default(60),
  VISITOR_REQUESTS_PER_USER_AGENT: wholeNumber(0, 1_000_000).default(120),
  UPLOAD_MB_PER_DAY: wholeNumber(1, 100_000).default(250),
  TRENDING_WINDOW: z
    .enum(feedWindows, { error: `must be one of ${feedWindows.join(', ')}` })
    .default('month'),
  AI_TRAINING: z
    .enum(aiPreferences, { error: `must be one of ${aiPreferences.join(', ')}` })
    .default('unset'),
  AI_SEARCH: z.enum(aiPreferences, { error: `must be one of ${aiPreferences.join(', ')}` }).default('unset'),
  DEFAULT_LICENSE: z
    .enum(licenseIds, { error: `must be one of ${licenseIds.join(', ')}` })
    .default('unspecified'),
  MEMBERS_CHOOSE_LICENSE: z.enum(['true', 'false'], { error: 'must be true or false' }).default('true'),
  MADE_MB: wholeNumber(10, 10_000_000).default(2_000),
  STORED_PAGES_MB: wholeNumber(0, 10_000_000).default(200),
  FETCHED_MB: wholeNumber(10, 10_000_000).default(1_000),
  TRUST_PROXY: trustProxy.default(false),
  ALLOW_HTTP_SERVICES: z.enum(['true', 'false'], { error: 'must be true or false' }).default('false'),
  BACKUP_EVERY: duration.optional(),
  BACKUP_KEEP: wholeNumber(1, 1_000).default(7),
  BACKUP_DIR: text.optional(),
  BACKUP_BUCKET: text.optional(),
  METRICS_TOKEN: text.min(16, { error: 'must have at least 16 characters' }).optional(),
  RUN_JOBS: z.enum(['true', 'false'], { error: 'must be true or false' }).default('true'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.default({}),
  OTEL_SERVICE_NAME: text.default('prompt-collection'),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
  SLOW_QUERY_MS: wholeNumber(1, 600_000).default(500),
})

export type Settings = z.infer<typeof settingsSchema>

/** Pairs of settings: the first requires the second. */
const dependencies = [
  ['DATABASE_READ_URL', 'DATABASE_URL'],
  ['DATABASE_DIRECT_URL', 'DATABASE_URL'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  ['OIDC_CLIENT_ID', 'OIDC_ISSUER'],
  ['OIDC_CLIENT_SECRET', 'OIDC_ISSUER'],
  ['OIDC_PICTURE_HOST', 'OIDC_ISSUER'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['MAIL_FROM', 'SMTP_URL'],
  ['S3_ENDPOINT', 'S3_BUCKET'],
  ['S3_ACCESS_KEY_ID', 'S3_BUCKET'],
  ['S3_SECRET_ACCESS_KEY', 'S3_BUCKET'],
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID'],
  ['OPTIMIZER_BASE_URL', 'OPTIMIZER_MODEL'],
  ['OPTIMIZER_MODEL', 'OPTIMIZER_BASE_URL'],
  ['OPTIMIZER_API_KEY', 'OPTIMIZER_BASE_URL'],
] as const satisfies [keyof Settings, keyof Settings][]

/** Describes each setting whose required counterpart is missing. */
export const findMissingSettings = (values: Settings): string[] =>
  dependencies.flatMap(([name, required]) =>
    isSet(values[name]) && !isSet(values[required]) ? `${name} requires ${required}` : [],
  )

const isSet = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value))

/** The settings with the URL of another service, to which the site sends keys, tokens or people's texts and files. */
const serviceUrls = [
  'S3_ENDPOINT',
  'OPTIMIZER_BASE_URL',
  'OIDC_ISSUER',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
] as const satisfies (keyof Settings)[]

/** Describes each service that is on another machine and is not reached by https. */
export const findPlainHttpServices = (values: Settings): string[] =>
  values.ALLOW_HTTP_SERVICES === 'true'
    ? []
    : serviceUrls
        .filter((name) => {
          const url = values[name]
          return url && new URL(url).protocol === 'http:' && !isLoopbackUrl(url)
        })
        .map((name) => `${name} must be https, unless it is on this machine or ALLOW_HTTP_SERVICES is true`)
