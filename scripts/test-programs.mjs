// Finds or installs the programs that tests run alongside the site. Tests whose program cannot be installed
// are skipped.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { installSystemPackage } from './run.mjs'

/** The programs by the name of their Debian package. */
const PROGRAMS = { pgbouncer: 'pgbouncer', 'nginx-light': 'nginx', faketime: 'faketime' }
/** Caddy runs in `npm run test:full` only. */
const FULL_PROGRAMS = { ...PROGRAMS, caddy: 'caddy' }

const SERVERS = '/usr/lib/postgresql'
const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.conf'

/**
 * Returns whether a full PostgreSQL server is installed. Replicas need its `pg_basebackup`, which the embedded
 * PostgreSQL lacks.
 */
const hasPostgresServer = () =>
  existsSync(SERVERS) &&
  readdirSync(SERVERS).some((version) => existsSync(path.join(SERVERS, version, 'bin/pg_basebackup')))

/**
 * Installs Debian's PostgreSQL. The package would create and start its own database; a setting prevents this and is
 * restored afterwards.
 */
const installPostgresServer = async () => {
  await installSystemPackage('postgresql-common')
  if (!existsSync(CLUSTER_SETTINGS)) return
  const settings = readFileSync(CLUSTER_SETTINGS)
  writeFileSync(CLUSTER_SETTINGS, `${settings}\ncreate_main_cluster = false\n`)
  await installSystemPackage('postgresql')
  writeFileSync(CLUSTER_SETTINGS, settings)
}

const report = (name, isInstalled) =>
  console.log(isInstalled ? `${name} is installed` : `${name} is not available; its tests are skipped`)

export const installTestPrograms = async () => {
  const isFull = process.env.FULL_TESTS === 'true'
  for (const [name, program] of Object.entries(isFull ? FULL_PROGRAMS : PROGRAMS)) {
    const isInstalled = () =>
      [program, `/usr/sbin/${program}`].some((file) => spawnSync(file, ['-v']).status !== null)
    if (!isInstalled()) await installSystemPackage(name)
    report(program, isInstalled())
  }
  if (!hasPostgresServer()) await installPostgresServer()
  report('PostgreSQL with replication', hasPostgresServer())
  return 0
}
