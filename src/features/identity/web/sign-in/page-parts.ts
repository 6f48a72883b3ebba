import type { QueryClient } from '@tanstack/react-query'

/** What holds a page's data: all of it may change with who looks at it. */
export type PageParts = { queryClient: QueryClient; navigation: { invalidate(): Promise<void> } }
