import { onTestFinished } from 'vitest'
import { type PostgresCluster, runPrimary, runReplica } from './run-postgres.ts'

export { type PostgresCluster, postgresPrograms } from './run-postgres.ts'

/** Starts a primary (`runPrimary`). It is stopped after the test. */
export const startPrimary = (folder: string): Promise<PostgresCluster> => stopAfterTest(runPrimary(folder))

/** Starts a replica (`runReplica`). It is stopped after the test. */
export const startReplica = (primary: PostgresCluster, folder: string): Promise<PostgresCluster> =>
  stopAfterTest(runReplica(primary, folder))

const stopAfterTest = async (started: Promise<PostgresCluster>): Promise<PostgresCluster> => {
  const cluster = await started
  onTestFinished(cluster.kill)
  return cluster
}
