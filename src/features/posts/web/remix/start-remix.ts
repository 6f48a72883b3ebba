import type { QueryClient } from '@tanstack/react-query'
import { showToast } from '#web/kit/toast.ts'
import { postTexts } from '../texts.ts'

/** Starts a new post that is based on the given one. */
export const startRemix = (client: QueryClient, id: number): void => {
  import('./remix-post.ts').then(
    ({ remixPost }) => remixPost(client, id),
    () => showToast({ title: postTexts.remixFailed, description: postTexts.tryAgain, tone: 'danger' }),
  )
}
