import { CallError } from '#web/call.ts'
import { NotFound } from '#web/navigation/outcome.ts'

/** For a page's `load`: turns a 404 of the API into a not-found page with the API's message as its title. */
export const orNotFound = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked
  } catch (error) {
    if (error instanceof CallError && error.status === 404) throw new NotFound(error.said)
    throw error
  }
}
