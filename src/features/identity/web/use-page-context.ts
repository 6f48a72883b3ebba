import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigation } from '#web/navigation/navigation-context.ts'

/** The objects that hold a page's data, all of which may depend on the viewer. */
export type PageContext = { queryClient: QueryClient; navigation: { invalidate(): Promise<void> } }

export const usePageContext = (): PageContext => {
  const queryClient = useQueryClient()
  const navigation = useNavigation()
  return useMemo(() => ({ queryClient, navigation }), [queryClient, navigation])
}
