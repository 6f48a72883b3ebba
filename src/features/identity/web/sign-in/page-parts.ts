import type { QueryClient } from '@tanstack/react-query'

/** Everything that holds a page's data, all of which may depend on the viewer. */
export type PageParts = { queryClient: QueryClient; navigation: { invalidate(): Promise<void> } }
