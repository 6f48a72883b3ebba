import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CurrentUserContext, currentUserQuery } from './current-user.ts'

/**
 * Subscribes to the current user once for the whole page. A separate subscription in each component that reads the
 * user, of which each card and comment has several, would cost more than the components themselves.
 */
export const CurrentUserProvider = ({ children }: { children: ReactNode }) => {
  const { data: user = null } = useQuery(currentUserQuery)
  return <CurrentUserContext value={user}>{children}</CurrentUserContext>
}
