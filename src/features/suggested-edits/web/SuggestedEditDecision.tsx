import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#core/limits.ts'
import { patchCachedPost } from '#features/posts/web/patch-post.ts'
import type { VersionedPost } from '#features/versions/contract.ts'
import { callApi } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { DialogButtons } from '#web/kit/DialogButtons.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { showToast } from '#web/kit/toast.ts'
import { useListMutation } from '#web/use-list-mutation.ts'
import type { SuggestedEdit } from '../contract.ts'
import type { acceptSuggestedEdit, declineSuggestedEdit, requestChanges } from '../contract-answers.ts'
import { suggestedEditTexts } from './texts.ts'

type Props = { post: VersionedPost; edit: SuggestedEdit; isOutdated: boolean }
type Answering = 'decline' | 'request-changes'

/** Buttons for the post's author to accept or decline a suggested edit, or to request changes. */
export const SuggestedEditDecision = ({ post, edit, isOutdated }: Props) => {
  const client = useQueryClient()
  const { isBusy, run } = useListMutation('suggested-edits')
  const [answering, setAnswering] = useState<Answering | null>(null)
  const params = { id: post.id, suggestion: edit.id }
  const accept = () =>
    run(suggestedEditTexts.acceptFailed, async () => {
      patchCachedPost(
        client,
        await callApi<typeof acceptSuggestedEdit>('POST /api/posts/:id/suggested-edits/:suggestion/accept', {
          params,
        }),
      )
      showToast({ title: suggestedEditTexts.accepted(edit.user.username), tone: 'success' })
    })
  const answer = async (text: string) => {
    const isSent = await run(suggestedEditTexts.answerFailed, async () => {
      if (answering === 'decline')
        await callApi<typeof declineSuggestedEdit>(
          'POST /api/posts/:id/suggested-edits/:suggestion/decline',
          {
            params,
            body: { answer: text },
          },
        )
      else
        await callApi<typeof requestChanges>(
          'POST /api/posts/:id/suggested-edits/:suggestion/request-changes',
          {
            params,
            body: { answer: text },
          },
        )
      showToast({
        title: answering === 'decline' ? suggestedEditTexts.declined : suggestedEditTexts.requestSent,
        tone: 'success',
      })
    })
    if (isSent) setAnswering(null)
  }
  return (
    <>
      {!isOutdated && (
        <Button
          variant="primary"
          busy={isBusy && answering === null}
          busyLabel={suggestedEditTexts.accepting}
          onClick={() => void accept()}
        >
          {suggestedEditTexts.accept}
        </Button>
      )}
      <Button onClick={() => setAnswering('request-changes')}>{suggestedEditTexts.requestChanges}</Button>
      <Button onClick={() => setAnswering('decline')}>{suggestedEditTexts.decline}</Button>
      {answering && (
        <AnswerDialog
          answering={answering}
          username={edit.user.username}
          isBusy={isBusy}
          onSend={(text) => void answer(text)}
          onClose={() => setAnswering(null)}
        />
      )}
    </>
  )
}

type DialogProps = {
  answering: Answering
  username: string
  isBusy: boolean
  onSend(text: string): void
  onClose(): void
}

const AnswerDialog = ({ answering, username, isBusy, onSend, onClose }: DialogProps) => {
  const [text, setText] = useState('')
  const isDecline = answering === 'decline'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title={isDecline ? suggestedEditTexts.declineTitle : suggestedEditTexts.requestTitle}
      description={isDecline ? suggestedEditTexts.declineText : suggestedEditTexts.requestText(username)}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) onSend(text)
        }}
      >
        <TextArea
          label={isDecline ? suggestedEditTexts.declineLabel : suggestedEditTexts.requestLabel}
          rows={3}
          maxLength={limits.suggestedEditAnswer}
          aria-required={!isDecline}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <DialogButtons>
          <Button onClick={onClose} disabled={isBusy}>
            {suggestedEditTexts.cancel}
          </Button>
          <Button
            type="submit"
            variant={isDecline ? 'danger' : 'primary'}
            busy={isBusy}
            busyLabel={suggestedEditTexts.sending}
            disabled={!isDecline && text.trim() === ''}
          >
            {isDecline ? suggestedEditTexts.decline : suggestedEditTexts.requestChanges}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
