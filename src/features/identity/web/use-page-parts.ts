import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { PageParts } from './sign-in/page-parts.ts'

export const usePageParts = (): PageParts => {
  const queryClient = useQueryClient()
  const router = useRouter()
  return useMemo(() => ({ queryClient, router }), [queryClient, router])
}
