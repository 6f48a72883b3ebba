import type { OptimizeForm } from '#features/optimizer/web/waiting-request.ts'

/** Opens the Create Post dialog with these fields filled in; `null` until the site has that dialog. */
export const openAsNewPost: ((post: OptimizeForm & { title: string; description: string }) => void) | null =
  null
