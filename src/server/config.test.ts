import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import type * as z from 'zod'
import { ConfigError, readConfig } from './config.ts'
import { getAvailableResources, getDefaultWorkerCount } from './default-workers.ts'
import { loadEnvironment } from './load-environment.ts'
import { projectRoot } from './project-root.ts'
import { settingsSchema } from './settings.ts'

describe('readConfig', () => {
  it('uses a default for every setting', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      workers: getDefaultWorkerCount(getAvailableResources()),
      publicUrl: 'http://localhost:3000',
      siteName: 'Prompt Collection',
      trendingWindow: 'month',
      license: { default: 'unspecified', isFixed: false },
      dataDir: path.join(projectRoot, 'data'),
      seed: 'demo',
      databaseUrl: null,
      databaseDirectUrl: null,
      databaseReadUrls: [],
      maxReplicaLagMs: 1_000,
      s3: null,
      oidc: { providerId: 'local', providerName: 'Prompt Collection account', external: null },
      mail: null,
      adminEmails: [],
      aiPreferences: { training: 'unset', search: 'unset' },
      operator: { name: null, address: null, email: null, languages: null, representative: null },
      signUp: {
        mode: 'open',
        question: 'Why do you want to join?',
        inviters: 'members',
        blockedDomains: [],
        maxPerAddress: 5,
        asksForProof: false,
      },
      webhooks: { isEnabled: true, allowsPrivateAddresses: false },
      optimizer: {
        baseUrl: null,
        apiKey: null,
        model: null,
        timeoutMs: 60_000,
        maxConcurrent: 4,
        maxPerHour: 20,
      },
      maxConcurrentExpensiveReads: 2,
      rateLimitScale: 1,
      visitorRequests: { perNetwork: 60, perUserAgent: 120 },
      uploadMbPerDay: 250,
      generatedFilesMb: 2_000,
      storedPagesMb: 200,
      fetchedFilesMb: 1_000,
      trustProxy: false,
      metricsToken: null,
      slowQueryMs: 500,
      tracing: null,
      backup: null,
      moderationLogNames: false,
      limitsNewcomers: true,
      registersApplications: true,
      runsJobs: true,
    })
  })

  it.each([
    [{ cores: 1, memoryBytes: 16e9 }, 1],
    [{ cores: 4, memoryBytes: 16e9 }, 4],
    [{ cores: 32, memoryBytes: 16e9 }, 8],
    [{ cores: 4, memoryBytes: 4e9 }, 3],
    [{ cores: 4, memoryBytes: 1e9 }, 1],
  ])('uses the cores of a machine with %o for its default number of workers', (machine, expected) => {
    expect(getDefaultWorkerCount(machine)).toBe(expected)
  })

  it('takes the number of workers from WORKERS', () => {
    expect(readConfig({ WORKERS: '3' }).workers).toBe(3)
    expect(() => readConfig({ WORKERS: '0' })).toThrow('WORKERS must be a whole number from 1 to 64')
  })

  it('treats an empty setting as unset', () => {
    expect(readConfig({ PORT: '', PUBLIC_URL: ' ', DATABASE_URL: '' })).toEqual(readConfig({}))
  })

  it('parses every kind of setting', () => {
    const config = readConfig({
      PORT: '8080',
      DEFAULT_LICENSE: 'CC-BY-4.0',
      MEMBERS_CHOOSE_LICENSE: 'false',
      PUBLIC_URL: 'https://prompts.example.org/',
      DATABASE_URL: 'postgres://a:b@db/prompts',
      OIDC_ISSUER: 'https://example.eu.auth0.com/',
      OIDC_CLIENT_ID: 'abc',
      OIDC_PICTURE_HOST: 'https://*.example.org',
      ADMIN_EMAILS: ' Ann@Example.org, ,bob@example.org',
      RATE_LIMIT_SCALE: '0.5',
      VISITOR_REQUESTS_PER_NETWORK: '0',
      UPLOAD_MB_PER_DAY: '10',
      MADE_MB: '100',
      TRUST_PROXY: '2',
    })
    expect(config).toMatchObject({
      port: 8080,
      license: { default: 'CC-BY-4.0', isFixed: true },
      publicUrl: 'https://prompts.example.org',
      databaseUrl: 'postgres://a:b@db/prompts',
      oidc: {
        providerId: 'oidc',
        external: {
          issuer: 'https://example.eu.auth0.com/',
          clientId: 'abc',
          clientSecret: null,
          pictureHost: 'https://*.example.org',
        },
      },
      adminEmails: ['ann@example.org', 'bob@example.org'],
      rateLimitScale: 0.5,
      visitorRequests: { perNetwork: 0, perUserAgent: 120 },
      uploadMbPerDay: 10,
      generatedFilesMb: 100,
      trustProxy: 2,
    })
  })

  it.each(['localhost', 'prompts.localhost', '127.0.0.1', '127.1.2.3', '[::1]'])(
    'accepts an http PUBLIC_URL on %s',
    (host) => {
      const publicUrl = `http://${host}:8080`
      expect(readConfig({ PUBLIC_URL: publicUrl }).publicUrl).toBe(publicUrl)
    },
  )

  it('accepts percent-encoding and both schemes in DATABASE_URL', () => {
    for (const databaseUrl of ['postgres://a:b%25%40@h/x?host=%2Frun', 'postgresql://a:b@h/x'])
      expect(readConfig({ DATABASE_URL: databaseUrl }).databaseUrl).toBe(databaseUrl)
  })

  it('names every invalid setting in one line', () => {
    const read = () =>
      readConfig({ PORT: '70000', PUBLIC_URL: 'example.org', SEED: 'yes', TRUST_PROXY: 'maybe' })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(
      /^Invalid settings: [^\n]*PORT [^\n]*PUBLIC_URL [^\n]*SEED [^\n]*TRUST_PROXY [^\n]*$/,
    )
  })

  it.each([
    [{ OIDC_ISSUER: 'https://id.example.org' }, 'OIDC_ISSUER requires OIDC_CLIENT_ID'],
    [{ OIDC_PICTURE_HOST: 'https://*.example.org' }, 'OIDC_PICTURE_HOST requires OIDC_ISSUER'],
    [{ OIDC_PICTURE_HOST: '*' }, 'OIDC_PICTURE_HOST must look like https://'],
    [
      { OIDC_PICTURE_HOST: "https://a.example; script-src 'unsafe-inline'" },
      'OIDC_PICTURE_HOST must look like',
    ],
    [{ DATABASE_READ_URL: 'postgres://replica/x' }, 'DATABASE_READ_URL requires DATABASE_URL'],
    [{ OPTIMIZER_BASE_URL: 'https://ai.example.org/v1' }, 'OPTIMIZER_BASE_URL requires OPTIMIZER_MODEL'],
    [{ S3_ENDPOINT: 'https://s3.example.org' }, 'S3_ENDPOINT requires S3_BUCKET'],
    [{ S3_BUCKET: 'a', S3_ACCESS_KEY_ID: 'b' }, 'S3_ACCESS_KEY_ID requires S3_SECRET_ACCESS_KEY'],
    [{ S3_BUCKET: 'a', S3_SECRET_ACCESS_KEY: 'b' }, 'S3_SECRET_ACCESS_KEY requires S3_ACCESS_KEY_ID'],
    [{ S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }, 'S3_ACCESS_KEY_ID requires S3_BUCKET'],
    [{ OIDC_CLIENT_ID: 'a' }, 'OIDC_CLIENT_ID requires OIDC_ISSUER'],
    [{ OIDC_CLIENT_SECRET: 'a' }, 'OIDC_CLIENT_SECRET requires OIDC_ISSUER'],
    [{ OPTIMIZER_MODEL: 'a' }, 'OPTIMIZER_MODEL requires OPTIMIZER_BASE_URL'],
    [{ OPTIMIZER_API_KEY: 'a' }, 'OPTIMIZER_API_KEY requires OPTIMIZER_BASE_URL'],
    [{ PUBLIC_URL: 'http://prompts.example.org' }, 'PUBLIC_URL must be https, unless it is localhost'],
    [{ PUBLIC_URL: 'http://192.168.1.5:3000' }, 'PUBLIC_URL must be https, unless it is localhost'],
    [{ PUBLIC_URL: 'http://127.example.org' }, 'PUBLIC_URL must be https, unless it is localhost'],
    [{ DATABASE_URL: 'postgres://a:b%@h/x' }, 'DATABASE_URL contains an invalid percent-encoding'],
    [{ DATABASE_URL: 'postgres://a:%ff@h/x' }, 'DATABASE_URL contains an invalid percent-encoding'],
    [{ PUBLIC_URL: 'https://example.org/prompts' }, 'PUBLIC_URL must be a URL without a path'],
    [{ ADMIN_CONTACT: 'ask Ann' }, 'ADMIN_CONTACT must be an email address or a URL'],
    [{ ADMIN_CONTACT: 'javascript:alert(1)' }, 'ADMIN_CONTACT must be an email address or a URL'],
    [{ DATABASE_URL: 'mysql://db/x' }, 'DATABASE_URL must be a PostgreSQL URL'],
  ])('rejects %o', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
  })
})

describe('loadEnvironment', () => {
  const load = (content: string | Buffer) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'env-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(path.join(folder, '.env'), content)
    return loadEnvironment(folder)
  }
  afterEach(() => {
    for (const name of ['ENV_TEST_FIRST', 'ENV_TEST_SECOND']) delete process.env[name]
  })
  const lines = ['ENV_TEST_FIRST=a b', 'ENV_TEST_SECOND="c"', '']

  it.each([
    ['a byte order mark', `\uFEFF${lines.join('\n')}`],
    ['a byte order mark and CR LF', `\uFEFF${lines.join('\r\n')}`],
    ['CR LF', lines.join('\r\n')],
    ['CR', lines.join('\r')],
  ])('reads every line of a file with %s', (_, content) => {
    expect(load(content)).toMatchObject({ ENV_TEST_FIRST: 'a b', ENV_TEST_SECOND: 'c' })
  })

  it('does not replace a variable that is already set', () => {
    process.env.ENV_TEST_FIRST = ''
    expect(load(lines.join('\n'))).toMatchObject({ ENV_TEST_FIRST: '', ENV_TEST_SECOND: 'c' })
  })

  it.each([
    ['UTF-16 with a byte order mark', Buffer.from(`\uFEFF${lines.join('\n')}`, 'utf16le')],
    ['UTF-16 without one', Buffer.from(lines.join('\n'), 'utf16le')],
    ['Latin-1', Buffer.from('ENV_TEST_FIRST=é', 'latin1')],
  ])('rejects a file in %s with the remedy', (_, content) => {
    expect(() => load(content)).toThrow(/\.env is not UTF-8 text\. Save it with the encoding UTF-8\.$/)
  })
})

it('reads every setting', () => {
  const source = ['config.ts', 'settings.ts']
    .map((file) => readFileSync(path.join(projectRoot, 'src/server', file), 'utf8'))
    .join('\n')
  // Neither declarations nor lists of names read a setting.
  const reading = source.replaceAll(/^ {2}[A-Z\d_]+:|'[A-Z\d_]+'/gm, '')
  const names = Object.keys(settingsSchema.shape)
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(reading))).toEqual([])
})

describe('.env.example', () => {
  it('lists exactly the existing settings', () => {
    const lines = readFileSync(path.join(projectRoot, '.env.example'), 'utf8').split('\n')
    const named = lines.flatMap((line) => /^([A-Z0-9_]+)=/.exec(line)?.[1] ?? [])
    expect(named.toSorted()).toEqual(Object.keys(settingsSchema.shape).toSorted())
  })

  it('shows the defaults', () => {
    const lines = readFileSync(path.join(projectRoot, '.env.example'), 'utf8').split('\n')
    const env = Object.fromEntries(lines.flatMap((line) => [/^([A-Z0-9_]+)=(.*)/.exec(line)?.slice(1) ?? []]))
    expect(readConfig(env)).toEqual(readConfig({}))
  })
})

describe('The URL of another service', () => {
  const services = {
    S3_ENDPOINT: { S3_BUCKET: 'files' },
    OPTIMIZER_BASE_URL: { OPTIMIZER_MODEL: 'model' },
    OIDC_ISSUER: { OIDC_CLIENT_ID: 'client' },
    OTEL_EXPORTER_OTLP_ENDPOINT: {},
  }
  it('is known of every setting that is the URL of a service', () => {
    const isUrl = (schema: z.ZodType) =>
      schema.safeParse('http://10.0.0.7').success && !schema.safeParse('10.0.0.7').success
    const urls = Object.entries(settingsSchema.shape).flatMap(([name, schema]) => (isUrl(schema) ? name : []))
    // People open the address of the admin's contact; the site sends nothing there.
    expect(urls.toSorted()).toEqual(['ADMIN_CONTACT', ...Object.keys(services)].toSorted())
  })

  it.each(Object.entries(services))('must be https on another machine: %s', (name, others) => {
    const read =
      (value: string, env = {}) =>
      () =>
        readConfig({ ...others, ...env, [name]: value })
    const message = `${name} must be https, unless it is on this machine or ALLOW_HTTP_SERVICES is true`
    for (const host of ['service.example.org', '10.0.0.7:9000', '[fd00::1]', 'localhost.example.org'])
      expect(read(`http://${host}/v1`)).toThrow(message)
    expect(read('HTTP://service.example.org')).toThrow(message)
    for (const host of ['localhost:9000', 'bucket.localhost', '127.0.0.1:4318', '[::1]:8080'])
      expect(read(`http://${host}`)).not.toThrow()
    expect(read('https://service.example.org')).not.toThrow()
    expect(read('http://10.0.0.7:9000', { ALLOW_HTTP_SERVICES: 'true' })).not.toThrow()
  })
})
