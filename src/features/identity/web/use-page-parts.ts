import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import type { PageParts } from './sign-in/page-parts.ts'

export const usePageParts = (): PageParts => {
  const queryClient = useQueryClient()
  const navigation = useNavigation()
  return useMemo(() => ({ queryClient, navigation }), [queryClient, navigation])
}
