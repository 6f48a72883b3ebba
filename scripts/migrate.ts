import { loadEnvironment, readConfig } from '#server/config.ts'
import { migrate } from '#server/database/migrate.ts'
import { withDatabase } from '#server/database/with-database.ts'
import { errorsOnly } from '#server/log.ts'

await withDatabase(readConfig(loadEnvironment()), errorsOnly, async (database) => {
  const applied = await migrate(database, errorsOnly)
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}` : 'Nothing to apply')
})
