import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#core/limits.ts'
import { paths } from '#core/paths.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import { Avatar } from '#web/kit/Avatar.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { announce } from '#web/kit/LiveRegion.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { useListMutation } from '#web/use-list-mutation.ts'
import type { CollectionEditor, inviteEditor, removeEditor } from '../contract-sharing.ts'
import { editorsQuery } from './queries.ts'
import { collectionTexts } from './texts.ts'

/** Lets a collection's owner invite and remove editors. Loaded when first opened. */
const EditorsDialog = ({ id, onClose }: { id: string; onClose(): void }) => {
  const { data, isError } = useQuery(editorsQuery(id))
  const client = useQueryClient()
  const { isBusy: isRemoving, run } = useListMutation('collections')
  const [username, setUsername] = useState('')
  const [error, setError] = useState<string>()
  const [isInviting, setIsInviting] = useState(false)
  const invite = async () => {
    const name = username.trim().replace(/^@/, '')
    setError(undefined)
    setIsInviting(true)
    try {
      await callApi<typeof inviteEditor>('POST /api/collections/:id/editors', {
        params: { id },
        body: { username: name },
      })
      await invalidateLists(client, 'collections')
      announce(collectionTexts.invited(name))
      setUsername('')
    } catch (thrown) {
      setError(getErrorMessage(thrown, collectionTexts.inviteFailed))
    } finally {
      setIsInviting(false)
    }
  }
  const remove = ({ id: userId }: CollectionEditor) =>
    run(collectionTexts.removeEditorFailed, () =>
      callApi<typeof removeEditor>('DELETE /api/collections/:id/editors/:userId', { params: { id, userId } }),
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={collectionTexts.editors}
      description={collectionTexts.editorsText}
    >
      {isError && <ErrorNotice>{collectionTexts.editorsFailed}</ErrorNotice>}
      {data?.length === 0 && <p className="text-sm text-muted">{collectionTexts.noEditors}</p>}
      {data && data.length > 0 && (
        <ul aria-label={collectionTexts.editors} className="flex max-h-80 flex-col overflow-y-auto">
          {data.map((editor) => (
            <li key={editor.id} className="flex items-center gap-2 text-sm">
              <SiteLink
                href={paths.profile(editor.username)}
                className="control flex min-w-0 grow items-center gap-2 hover:underline"
              >
                <Avatar username={editor.username} picture={editor.avatar} size={24} />
                <span className="truncate">{editor.username}</span>
              </SiteLink>
              {editor.isInvited && <span className="text-xs text-muted">{collectionTexts.isInvited}</span>}
              <IconButton
                name={collectionTexts.removeEditor(editor.username)}
                disabled={isRemoving}
                onClick={() => void remove(editor)}
              >
                <Icon name="x" size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <form
        noValidate
        className="mt-4 flex items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void invite()
        }}
      >
        <div className="min-w-0 grow">
          <TextField
            label={collectionTexts.username}
            value={username}
            maxLength={limits.maxUsername + 1}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={error}
            onChange={({ target }) => setUsername(target.value)}
          />
        </div>
        <Button
          type="submit"
          variant="primary"
          className="mt-6.5"
          busy={isInviting}
          busyLabel={collectionTexts.inviting}
        >
          {collectionTexts.invite}
        </Button>
      </form>
    </Dialog>
  )
}

export default EditorsDialog
