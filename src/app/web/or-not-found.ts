import { CallError } from '#web/call.ts'
import { NotFound } from '#web/navigation/outcome.ts'

/** For loading: what the API does not know is a page that is not found, titled with what the API said. */
export const orNotFound = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked
  } catch (error) {
    if (error instanceof CallError && error.status === 404) throw new NotFound(error.said)
    throw error
  }
}
