import { type Database, openDatabase } from '#server/database/connect.ts'

/** The database of a command: the one that `DATABASE_URL` names. `close` leaves no connection behind. */
export const openForCommand = async (): Promise<Database> => {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('DATABASE_URL is not set')
  return openDatabase({ url, max: 4 })
}
