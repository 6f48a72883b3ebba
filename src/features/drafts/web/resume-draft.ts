import { pick } from '#core/pick.ts'
import { formFieldNames } from '#features/posts/contract-fields.ts'
import { openStoredDraft } from '#features/posts/web/create/open-create-post.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { messageTexts } from '#web/kit/message-texts.ts'
import { showToast } from '#web/kit/toast.ts'
import type { getDraft } from '../contract.ts'
import { draftTexts } from './texts.ts'

/** Opens the Create Post dialog with a draft. */
export const resumeDraft = async (id: string): Promise<void> => {
  try {
    const draft = await callApi<typeof getDraft>('GET /api/user/drafts/:id', { params: { id } })
    const { exampleFiles, publishAt, remixOf } = draft
    const values = {
      ...pick(draft, [...formFieldNames, 'topicId', 'isPrivate']),
      ...(remixOf === undefined ? {} : { remixOf }),
    }
    openStoredDraft({ id, values, exampleFiles, publishAt })
  } catch (error) {
    showToast({
      title: draftTexts.openFailed,
      description: getErrorMessage(error, messageTexts.again),
      tone: 'danger',
    })
  }
}
