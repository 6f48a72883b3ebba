import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { slowJob } from '#tests/support/job-process.ts'
import { startPausingProxy } from '#tests/support/pausing-proxy.ts'
import { waitFor } from '#tests/support/wait-until.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../database/connect.ts'
import { createFileStore } from '../media/create-file-store.ts'
import { projectRoot } from '../project-root.ts'
import { defineJob, type Job } from './job.ts'
import { countJobs, deleteFailedJob, enqueueJob, retryFailedJob, selectFailedJobs } from './jobs-query.ts'
import { startJobs } from './start-jobs.ts'

const url = await provisionTestDatabase()
const { sql, close } = openDatabase({ url, max: 4 })
afterAll(close)
await sql`create table job_runs (id serial, label text, pid integer, at timestamptz default now())`
beforeEach(() => sql`truncate job_runs`)

const config = readConfig({})
const context = { sql, databaseUrl: url, config, files: createFileStore(config) }
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
afterEach(() => {
  expect(log.error).not.toHaveBeenCalled()
  log.warn.mockReset()
})

const start = (jobs: readonly unknown[], timing = {}, through = url) => {
  const running = startJobs({
    url: through,
    jobs: jobs as Job[],
    context,
    log,
    timing: { pollSeconds: 0.5, superviseSeconds: 1, ...timing },
  })
  onTestFinished(running.stop)
  return running
}

const labels = async () =>
  (await sql<{ label: string }[]>`select label from job_runs order by id`).map(({ label }) => label)

const aJob = <P extends object>(job: Partial<Job<P>> & Pick<Job<P>, 'name' | 'run'>) =>
  defineJob<P>({ retryAfterSeconds: 1, ...job })

it('upgrades the tables of an earlier version of pg-boss', async () => {
  const version = async () => (await sql<{ version: number }[]>`select version from jobs.version`)[0]?.version
  const current = await version()
  await sql`alter table jobs.queue drop column retained_count, drop column retained_on`
  await sql`update jobs.version set version = ${Number(current) - 1}`
  start([])
  await waitFor(async () => expect(await version()).toBe(current))
  await sql`select retained_count, retained_on from jobs.queue`
})

it('installs the tables that this version of pg-boss expects', async () => {
  const boss = new PgBoss({
    connectionString: url,
    schema: 'jobs',
    migrate: false,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  const drift = await boss.detectSchemaDrift()
  await boss.stop()
  expect(drift).toMatchObject({ ok: true })
})

it('runs a job after its transaction has committed, and never one that was rolled back', async () => {
  const job = aJob<{ label: string }>({
    name: 'test-commit',
    payload: z.object({ label: z.string() }),
    run: ({ sql }, { label }) => sql`insert into job_runs (label) values (${label})`,
  })
  await expect(
    sql.begin(async (tx) => {
      await enqueueJob(tx, job, { label: 'rolled back' })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await sql.begin((tx) => enqueueJob(tx, job, { label: 'committed' }))
  start([job])
  await waitFor(async () => expect(await labels()).toEqual(['committed']))
  expect(await countJobs(sql)).toContainEqual(expect.objectContaining({ name: 'test-commit', waiting: 0 }))
})

it('refuses a payload that does not fit', async () => {
  const payload = { label: 'x', ms: 'soon' } as never
  await expect(enqueueJob(sql, slowJob, payload)).rejects.toThrow()
})

it('runs a failed job again, and keeps it once it has failed too often', async () => {
  const job = aJob({
    name: 'test-failure',
    retries: 1,
    run: async ({ sql }) => {
      await sql`insert into job_runs (label) values ('tried')`
      throw new Error('the bucket is on fire')
    },
  })
  await enqueueJob(sql, job, {})
  start([job])
  const failed = () => selectFailedJobs(sql, { limit: 10, offset: 0 })
  await waitFor(async () => expect(await failed()).toHaveLength(1))
  expect(await labels()).toEqual(['tried', 'tried'])
  const [row] = await failed()
  expect(row).toMatchObject({ name: 'test-failure', error: 'the bucket is on fire', runs: 2 })
  expect(await retryFailedJob(sql, row?.id ?? '')).toEqual({ name: 'test-failure' })
  await waitFor(async () => expect(await labels()).toHaveLength(3))
  await waitFor(async () => expect(await failed()).toHaveLength(1))
  expect(await deleteFailedJob(sql, row?.id ?? '')).toEqual({ name: 'test-failure' })
  expect(await retryFailedJob(sql, row?.id ?? '')).toBeNull()
  expect(await failed()).toEqual([])
})

it('sends no statement for each queue while there is no job', async () => {
  const proxy = await startPausingProxy(url)
  const jobs = Array.from({ length: 20 }, (_, index) =>
    aJob({ name: `test-idle-${index}`, run: async () => {} }),
  )
  start(jobs, { superviseSeconds: 60 }, proxy.url)
  const countQueues = async () => (await sql`select from jobs.queue where name like 'test-idle-%'`).length
  await waitFor(async () => expect(await countQueues()).toBe(jobs.length))
  void proxy.pauseBefore(Number.POSITIVE_INFINITY)
  // In this time, workers that look by themselves twice a second would send 160 statements.
  await sql`select pg_sleep(4)`
  expect(proxy.count()).toBeLessThan(60)
})

it('runs a delayed job later', async () => {
  const job = aJob({
    name: 'test-delay',
    run: ({ sql }) => sql`insert into job_runs (label) values ('delayed')`,
  })
  await enqueueJob(sql, job, {}, { delaySeconds: 2 })
  start([job])
  await waitFor(async () => expect(await labels()).toEqual(['delayed']))
  const [row] = await sql<{ waited: number }[]>`
    select extract(epoch from started_on - created_on)::float as waited from jobs.job where name = 'test-delay'`
  expect(row?.waited).toBeGreaterThanOrEqual(2)
})

it('runs a scheduled job once per time, although two processes run jobs', {
  tags: 'full',
}, async () => {
  const job = aJob({
    name: 'test-schedule',
    schedule: '* * * * *',
    run: ({ sql }) => sql`insert into job_runs (label) values (date_trunc('minute', now())::text)`,
  })
  const timing = { scheduleSeconds: 1, pollSeconds: 0.5 }
  start([job], timing)
  start([job], timing)
  await waitFor(async () => expect((await labels()).length).toBeGreaterThan(0), 70_000)
  // A second run of the same minute would follow within this time.
  await sql`select pg_sleep(5)`
  const minutes = await labels()
  expect(minutes).toEqual([...new Set(minutes)])
  await sql`delete from jobs.schedule`
})

const spawnJobProcess = async (): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [path.join(projectRoot, 'tests/support/job-process.ts')], {
    env: { PATH: process.env.PATH, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  })
  return child
}

it('runs each job once, although two processes run jobs', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `job ${index}`)
  for (const label of names) await enqueueJob(sql, slowJob, { label, ms: 100 })
  await Promise.all([spawnJobProcess(), spawnJobProcess()])
  await waitFor(async () => expect((await labels()).toSorted()).toEqual(names.toSorted()))
  const [row] = await sql<{ count: number }[]>`select count(distinct pid)::integer as count from job_runs`
  expect(row?.count).toBe(2)
})

it("takes up the job of a process that was killed, and doesn't leave one that is stopped", async () => {
  await enqueueJob(sql, slowJob, { label: 'interrupted', ms: 60_000 })
  const child = await spawnJobProcess()
  await waitFor(async () => expect(await labels()).toEqual(['interrupted']))
  child.kill('SIGKILL')
  await once(child, 'exit')
  await spawnJobProcess()
  await waitFor(async () => expect(await labels()).toEqual(['interrupted', 'interrupted']), 40_000)
})

it('waits for a running job before it stops', async () => {
  await sql`delete from jobs.job where name = ${slowJob.name}`
  await enqueueJob(sql, slowJob, { label: 'finished', ms: 1_500 })
  const child = await spawnJobProcess()
  await waitFor(async () => expect(await labels()).toEqual(['finished']))
  child.kill('SIGTERM')
  await once(child, 'exit')
  const [row] = await sql<{ state: string }[]>`select state from jobs.job where name = ${slowJob.name}`
  expect(row?.state).toBe('completed')
})
