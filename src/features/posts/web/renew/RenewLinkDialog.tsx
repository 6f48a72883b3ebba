import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#core/paths.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { invalidateLists, patchEntity } from '#web/entity-cache.ts'
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx'
import { showToast } from '#web/kit/toast.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import type { PostCard, renewPrivateLink } from '../../contract.ts'
import { postMessages } from '../../contract-messages.ts'
import { isPostPage } from '../delete/after-deletion.ts'
import { postDialogTexts } from '../dialog-texts.ts'
import { privatePostQuery } from '../queries.ts'
import { copyText } from '../share-link.ts'
import { postTexts } from '../texts.ts'

type Props = { post: PostCard; onClose(): void }

/**
 * Explains the effects of a new private link, asks for confirmation and renews the link. Its code is loaded when it is
 * first opened.
 */
const RenewLinkDialog = ({ post, onClose }: Props) => {
  const client = useQueryClient()
  const navigation = useNavigation()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()

  const renew = async () => {
    setIsBusy(true)
    setError(undefined)
    try {
      const { privateId, url } = await callApi<typeof renewPrivateLink>('POST /api/posts/:id/private-link', {
        params: { id: post.id },
      })
      onClose()
      const { pathname } = navigation.location
      const old = paths.post(post)
      patchEntity(client, 'post', post.id, (copy) => ({ ...copy, privateId }))
      void invalidateLists(client, 'post-links')
      if (isPostPage(post, pathname))
        // On the page of one of the post's comments, navigates to the same comment under the new link.
        await navigation.replace(pathname.startsWith(old) ? url + pathname.slice(old.length) : url)
      if (post.privateId) client.removeQueries(privatePostQuery(post.privateId))
      showToast({
        title: postMessages.renewed,
        description: postDialogTexts.oldLinkEnded,
        tone: 'success',
        action: {
          label: postDialogTexts.copyLink,
          run: () => void copyText(location.origin + url, postTexts.linkCopied, postTexts.shareFailed),
        },
      })
    } catch (cause) {
      setIsBusy(false)
      setError(getErrorMessage(cause, `${postMessages.renewFailed}. ${postTexts.tryAgain}`))
    }
  }
  return (
    <ConfirmDialog
      title={postDialogTexts.renewTitle}
      text={postDialogTexts.renewText(post.title)}
      confirmLabel={postDialogTexts.renewLink}
      busyLabel={postDialogTexts.renewing}
      error={error}
      isBusy={isBusy}
      onConfirm={() => void renew()}
      onClose={onClose}
    >
      <ul className="list-disc pl-5 text-sm">
        {postDialogTexts.renewEffects.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

export default RenewLinkDialog
