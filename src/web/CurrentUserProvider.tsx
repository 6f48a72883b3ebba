import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CurrentUserContext, currentUserQuery } from './current-user.ts'

/**
 * Subscribes to the current user once for the whole page. A subscription in each of the components that ask
 * for the user, several per card and comment, would cost more than the components themselves.
 */
export const CurrentUserProvider = ({ children }: { children: ReactNode }) => {
  const { data: user = null } = useQuery(currentUserQuery)
  return <CurrentUserContext value={user}>{children}</CurrentUserContext>
}
