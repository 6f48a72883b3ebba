import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CurrentUserContext, currentUserQuery } from './current-user.ts'

/**
 * Subscribes to the current user once for the whole page. Each card and comment has several components that read the
 * user; a separate subscription in each of them would cost more than the components themselves.
 */
export const CurrentUserProvider = ({ children }: { children: ReactNode }) => {
  const { data: user = null } = useQuery(currentUserQuery)
  return <CurrentUserContext value={user}>{children}</CurrentUserContext>
}
