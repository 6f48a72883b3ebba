import type { QueryKey } from '@tanstack/react-query'
import type { CurrentUser } from '#features/identity/contract.ts'
import { currentUserQuery } from '#features/identity/web/queries.ts'
import type { PageParts } from './page-parts.ts'

const ATTEMPTS = 3
const PAUSE_MS = 500

/**
 * After any sign-in: the current user is fetched anew up to 3 times, 500 ms apart, until one with an id arrives
 * (section 4).
 */
export const refreshViewer = async ({ queryClient }: PageParts): Promise<CurrentUser | null> => {
  for (let attempt = 1; ; attempt += 1) {
    await queryClient.cancelQueries(currentUserQuery)
    const isLast = attempt === ATTEMPTS
    const user = await queryClient
      .fetchQuery({ ...currentUserQuery, staleTime: 0 })
      .catch((error: unknown) => (isLast ? Promise.reject(error) : null))
    if (user?.id || isLast) return user
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** After a sign-out: nothing of the member stays in this page's memory. */
export const forgetViewer = async (parts: PageParts): Promise<void> => {
  await parts.queryClient.cancelQueries(currentUserQuery)
  parts.queryClient.setQueryData(currentUserQuery.queryKey, null)
  await refreshPage(parts)
}

/** Fetches the page anew: all of it may depend on who looks. */
export const refreshPage = async ({ queryClient, navigation }: PageParts): Promise<void> => {
  queryClient.removeQueries({ type: 'inactive', predicate: isOther })
  // First where one may be: a new member is led to their profile's setup.
  await navigation.invalidate()
  // By then what only a member sees is drawn no more, and is not asked for again.
  await new Promise((resolve) => setTimeout(resolve))
  await queryClient.invalidateQueries({ predicate: isOther })
}

const isOther = ({ queryKey }: { queryKey: QueryKey }): boolean =>
  queryKey[0] !== currentUserQuery.queryKey[0]
