import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { useNewPost } from '#features/posts/web/create/new-post-context.ts'
import type { PostValues } from '#features/posts/web/form/post-values.ts'
import { ApiError, callApi } from '#web/api-client.ts'
import { getConflictUrl } from '#web/conflict-url.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import { Button } from '#web/kit/Button.tsx'
import { announce } from '#web/kit/LiveRegion.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { saveDraft } from '../contract.ts'
import { draftTexts } from './texts.ts'
import { type SaveStatus, useAutosave } from './use-autosave.ts'

const STATUS_TEXTS: Partial<Record<SaveStatus, string>> = {
  saving: draftTexts.saving,
  saved: draftTexts.saved,
}

/** Saves the Create Post dialog's content as a draft on the server, and shows unobtrusively whether that succeeded. */
const ServerDraft = () => {
  const { id, stored, files, handle, onStored, onClose } = useNewPost()
  const client = useQueryClient()
  const { subscribe, getValues } = useFormContext<PostValues>()
  const { status, error, saveNow, onChange, pause, resume } = useAutosave({
    stored,
    save: async () => {
      // Copies the values first, because the form may be reset while the files are being uploaded.
      const values = { ...getValues() }
      const exampleFiles = await files.waitForAddresses()
      await callApi<typeof saveDraft>('PUT /api/user/drafts/:id', {
        params: { id },
        body: { ...values, exampleFiles },
      })
      void invalidateLists(client, 'drafts')
    },
    onStored,
  })
  useImperativeHandle(handle, () => ({ pause, resume }))

  const onEdited = useEffectEvent(onChange)
  useEffect(() => {
    let before = JSON.stringify(getValues())
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const after = JSON.stringify(values)
        if (after !== before) onEdited()
        before = after
      },
    })
  }, [subscribe, getValues])
  const { list } = files
  const listBefore = useRef(list)
  useEffect(() => {
    if (list !== listBefore.current) onEdited()
    listBefore.current = list
  }, [list])

  const save = async () => {
    if (await saveNow()) announce(draftTexts.saved)
  }
  const conflictUrl = getConflictUrl(error)
  return (
    <div className="mr-auto flex min-w-0 flex-wrap items-center gap-x-2 text-sm text-muted narrow:gap-x-0">
      <Button variant="ghost" className="flush-start" onClick={() => void save()}>
        {draftTexts.save}
      </Button>
      {status === 'failed' ? (
        <span role="status">
          <span>{`${reasonOf(error)} `}</span>
          {conflictUrl && (
            <>
              <SiteLink href={conflictUrl} onClick={onClose} className="underline">
                {draftTexts.viewPost}
              </SiteLink>
              {'. '}
            </>
          )}
          {draftTexts.textIsHere}
        </span>
      ) : (
        // On a narrow phone, all buttons are in one line, which has no room for more.
        <span className="max-[379px]:sr-only">{STATUS_TEXTS[status]}</span>
      )}
    </div>
  )
}

/** Returns a message that includes the server's reason if the member can do something about it. */
const reasonOf = (error: unknown): string => {
  const isReason =
    error instanceof ApiError && [400, 409, 429].includes(error.status) && error.userMessage !== ''
  return isReason
    ? `${draftTexts.saveFailed} ${error.userMessage.replace(/\.?$/, '.')}`
    : draftTexts.saveFailed
}

export default ServerDraft
