import * as z from 'zod'

const text = z.string().trim()

const whole = (from: number, to: number) =>
  text
    .refine((value) => /^\d+$/.test(value) && Number(value) >= from && Number(value) <= to, {
      error: `must be a whole number from ${from} to ${to}`,
    })
    .transform(Number)

const schemeIs = (value: string, schemes: readonly string[]) =>
  URL.canParse(value) && schemes.includes(new URL(value).protocol)

const issuer = text.refine((value) => schemeIs(value, ['http:', 'https:']), {
  error: 'must be an http or https address',
})

const httpUrl = issuer.transform((value) => value.replace(/\/+$/, ''))

const origin = httpUrl.refine((value) => new URL(value).origin === value.toLowerCase(), {
  error: 'must be an address without a path, like https://prompts.example.org',
})

/** As a content security policy spells it. */
const pictureHost = text.regex(/^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/, {
  error: 'must be like https://pictures.example.org or https://*.example.org',
})

const databaseUrl = text.refine((value) => schemeIs(value, ['postgres:', 'postgresql:']), {
  error: 'must be a PostgreSQL address, like postgres://user:password@host:5432/name',
})

const emails = text.transform((value) =>
  value
    .split(',')
    .map((email) => email.trim().toLowerCase())
    .filter((email) => email !== ''),
)

/** False, true (any proxy), or how many proxies stand in front. */
const trustProxy = text
  .refine((value) => /^(true|false|\d)$/.test(value), {
    error: 'must be true, false or a number of proxies',
  })
  .transform((value) => (value === 'true' ? true : value === 'false' ? false : Number(value)))

/** Every setting there is, as the environment spells it; `.env.example` explains each. */
export const settings = z.object({
  PORT: whole(1, 65_535).default(3000),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  SITE_NAME: text.default('Prompt Collection'),
  DATA_DIR: text.default('./data'),
  SEED: z.enum(['demo', 'none'], { error: 'must be demo or none' }).default('demo'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_READ_URL: databaseUrl.optional(),
  /** As given: tokens name their issuer to the letter, slash included. */
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_PROVIDER_ID: text
    .regex(/^[a-z0-9-]{1,32}$/, { error: 'must be 1 to 32 of a-z, 0-9 and -' })
    .refine((value) => !['me', 'settings', 'logout', 'token', 'fake'].includes(value), {
      error: 'may not be me, settings, logout, token or fake',
    })
    .optional(),
  OIDC_PROVIDER_NAME: text.optional(),
  OIDC_PICTURE_HOST: pictureHost.optional(),
  S3_BUCKET: text.optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: text.default('us-east-1'),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  ADMIN_EMAILS: emails.default([]),
  OPTIMIZER_BASE_URL: httpUrl.optional(),
  OPTIMIZER_API_KEY: text.optional(),
  OPTIMIZER_MODEL: text.optional(),
  OPTIMIZER_TIMEOUT_MS: whole(1, 600_000).default(60_000),
  OPTIMIZER_AT_ONCE: whole(1, 1_000).default(4),
  OPTIMIZER_PER_HOUR: whole(1, 100_000).default(20),
  RATE_LIMIT_SCALE: text
    .refine((value) => /^\d+(\.\d+)?$/.test(value), { error: 'must be a number from 0' })
    .transform(Number)
    .default(1),
  TRUST_PROXY: trustProxy.default(false),
})

export type Settings = z.infer<typeof settings>

/** Settings that make no sense without another one; each answer is a line for the person who set them. */
export const missingPartners = (set: Settings): string[] =>
  [
    set.DATABASE_READ_URL && !set.DATABASE_URL && 'DATABASE_READ_URL needs DATABASE_URL',
    set.OIDC_ISSUER && !set.OIDC_CLIENT_ID && 'OIDC_ISSUER needs OIDC_CLIENT_ID',
    set.OIDC_CLIENT_ID && !set.OIDC_ISSUER && 'OIDC_CLIENT_ID needs OIDC_ISSUER',
    set.OIDC_PICTURE_HOST && !set.OIDC_ISSUER && 'OIDC_PICTURE_HOST needs OIDC_ISSUER',
    set.S3_ENDPOINT && !set.S3_BUCKET && 'S3_ENDPOINT needs S3_BUCKET',
    !set.S3_ACCESS_KEY_ID !== !set.S3_SECRET_ACCESS_KEY &&
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY need each other',
    set.OPTIMIZER_BASE_URL && !set.OPTIMIZER_MODEL && 'OPTIMIZER_BASE_URL needs OPTIMIZER_MODEL',
  ].filter((line) => typeof line === 'string' && line !== '') as string[]
