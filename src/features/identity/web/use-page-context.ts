import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigation } from '#web/navigation/navigation-context.ts'

/** Everything that holds a page's data, any of which may depend on the viewer. */
export type PageContext = { queryClient: QueryClient; navigation: { invalidate(): Promise<void> } }

export const usePageContext = (): PageContext => {
  const queryClient = useQueryClient()
  const navigation = useNavigation()
  return useMemo(() => ({ queryClient, navigation }), [queryClient, navigation])
}
