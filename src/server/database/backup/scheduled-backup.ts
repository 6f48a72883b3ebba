import type { Config } from '../../config.ts'
import { defineJob, type JobContext } from '../../jobs/job.ts'
import { withAdvisoryLock } from '../advisory-lock.ts'
import { writeBackup } from './backup.ts'
import { openBackupTarget } from './backup-target.ts'

const NAME = /^site-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz$/

const nameOf = (time: Date): string => `site-${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`

/** Reads the start time of a backup from its file name, in milliseconds; returns null for any other file. */
const timeOf = (name: string): number | null => {
  const match = NAME.exec(name)
  return match && Date.parse(`${match[1]}T${match[2]}:${match[3]}:${match[4]}Z`)
}

/** Returns the file names of backups, newest first; ignores all other files. */
const backupsIn = (names: readonly string[]): string[] =>
  names.filter((name) => timeOf(name) !== null).toSorted((a, b) => b.localeCompare(a))

/** An arbitrary key that no other advisory lock uses. */
const LOCK_KEY = 7_302_251_885

/**
 * Creates a backup if the last one is older than `BACKUP_EVERY`, and deletes all but the newest `BACKUP_KEEP`. Returns
 * the name of the new backup; null if none was due, or another process is making one.
 */
export const backUpIfDue = async (context: Context, now = new Date()): Promise<string | null> => {
  const { backup } = context.config
  if (!backup) return null
  return (
    (await withAdvisoryLock(context.databaseUrl, LOCK_KEY, (lockSignal) =>
      backUp({ ...context, signal: AbortSignal.any([context.signal, lockSignal]) }, backup, now),
    )) ?? null
  )
}

type Context = Pick<JobContext, 'config' | 'databaseUrl' | 'files' | 'signal'>

const backUp = async (
  { databaseUrl, files, signal }: Context,
  { everyMs, keep, ...location }: NonNullable<Config['backup']>,
  now: Date,
): Promise<string | null> => {
  const target = await openBackupTarget(location)
  const [newest] = backupsIn(await target.list())
  if (newest && now.getTime() - (timeOf(newest) ?? 0) < everyMs) return null
  const name = nameOf(now)
  await target.store(name, (file) => writeBackup({ databaseUrl, files, path: file, signal }))
  for (const old of backupsIn(await target.list()).slice(keep)) await target.remove(old)
  return name
}

/** Checks every ten minutes whether a backup is due. A failed backup is retried at the next check. */
export const scheduledBackupJob = defineJob({
  name: 'backup',
  schedule: '*/10 * * * *',
  retries: 0,
  maxSeconds: 6 * 3_600,
  run: (context) => backUpIfDue(context),
})
