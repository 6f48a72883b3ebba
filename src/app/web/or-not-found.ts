import { notFound } from '@tanstack/react-router'
import { CallError } from '#web/call.ts'

/** In a loader: what the API does not know is a page that is not found, titled with what the API said. */
export const orNotFound = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked
  } catch (error) {
    if (error instanceof CallError && error.status === 404) throw notFound({ data: { title: error.said } })
    throw error
  }
}
