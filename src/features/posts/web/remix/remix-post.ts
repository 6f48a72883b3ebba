import type { QueryClient } from '@tanstack/react-query'
import { pick } from '#core/pick.ts'
import { getErrorMessage } from '#web/api-client.ts'
import { showToast } from '#web/kit/toast.ts'
import { formFieldNames } from '../../contract-fields.ts'
import { openCreatePostDialog } from '../create/open-create-post.ts'
import { editablePostQuery } from '../queries.ts'
import { postTexts } from '../texts.ts'

/**
 * Opens the Create Post dialog with the post's fields. Leaves out its files because they show results of the
 * original prompt.
 */
export const remixPost = async (client: QueryClient, id: number): Promise<void> => {
  try {
    const post = await client.fetchQuery(editablePostQuery(id))
    openCreatePostDialog({
      ...pick(post, [...formFieldNames, 'topicId', 'isPrivate']),
      remixOf: id,
    })
  } catch (error) {
    showToast({
      title: postTexts.remixFailed,
      description: getErrorMessage(error, postTexts.tryAgain),
      tone: 'danger',
    })
  }
}
