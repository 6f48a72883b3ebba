import type { CurrentUser } from '#core/current-user.ts'
import { currentUserQuery, queriesExceptCurrentUser } from '#web/current-user.ts'
import type { PageContext } from '../use-page-context.ts'

const MAX_ATTEMPTS = 3
const RETRY_DELAY_MS = 500

/**
 * Refetches the current user after a sign-in, up to 3 times, 500 ms apart, until one with an id arrives
 * (docs/spec/flows.md#sign-in).
 */
export const refetchCurrentUser = async ({ queryClient }: PageContext): Promise<CurrentUser | null> => {
  for (let attempt = 1; ; attempt += 1) {
    await queryClient.cancelQueries(currentUserQuery)
    const isLast = attempt === MAX_ATTEMPTS
    const user = await queryClient
      .fetchQuery({ ...currentUserQuery, staleTime: 0 })
      .catch((error: unknown) => (isLast ? Promise.reject(error) : null))
    if (user?.id || isLast) return user
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
  }
}

/** Removes all of the member's data from the page's memory after a sign-out. */
export const clearCurrentUser = async (context: PageContext): Promise<void> => {
  await context.queryClient.cancelQueries(currentUserQuery)
  context.queryClient.setQueryData(currentUserQuery.queryKey, null)
  await refetchPage(context)
}

/** Refetches the whole page, because any part of it may depend on the viewer. */
export const refetchPage = async ({ queryClient, navigation }: PageContext): Promise<void> => {
  queryClient.removeQueries({ ...queriesExceptCurrentUser, type: 'inactive' })
  // Navigation comes first, because it redirects a new member to the profile setup.
  await navigation.invalidate()
  // One tick later, members-only components have been unmounted, so their queries are no longer refetched.
  await new Promise((resolve) => setTimeout(resolve))
  await queryClient.invalidateQueries(queriesExceptCurrentUser)
}
