import { useRef, useState } from 'react'
import { callApi } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { DialogButtons } from '#web/kit/DialogButtons.tsx'
import { announce } from '#web/kit/LiveRegion.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import type { createResetLink } from '../contract.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { resetLinkTexts } from './reset-link-texts.ts'
import { profileSubject } from './SubjectLinks.tsx'

type Props = { user: { id: number; username: string }; onClose(): void }

/** Creates and copies a link that lets a member set a new password, and shows it once for the admin to pass on. */
export const ResetLinkDialog = ({ user: { id, username }, onClose }: Props) => {
  const [url, setUrl] = useState('')
  const isCreated = useRef(false)
  if (url) return <CreatedLink username={username} url={url} onClose={onClose} />
  return (
    <ConfirmDialog
      draft={`reset-link:${id}`}
      title={resetLinkTexts.resetLinkTitle(username)}
      text={resetLinkTexts.resetLinkText}
      label={resetLinkTexts.createLink}
      successMessage={resetLinkTexts.linkCreated}
      action={async (reason) => {
        const input = { params: { id }, query: { reason } }
        const link = await callApi<typeof createResetLink>('POST /api/admin/users/:id/reset-link', input)
        isCreated.current = true
        setUrl(link.url)
        // A browser may not let the page copy so long after the click. The next dialog can copy the link, too.
        await copyLink(link.url).catch(() => undefined)
      }}
      subjects={[profileSubject(username)]}
      // The dialog also calls `onClose` after a successful action. In that case, it must stay open to show the created
      // link.
      onClose={() => !isCreated.current && onClose()}
    />
  )
}

const copyLink = async (url: string): Promise<void> => {
  await navigator.clipboard.writeText(url)
  announce(resetLinkTexts.linkCopied)
}

const CreatedLink = ({ username, url, onClose }: { username: string; url: string; onClose(): void }) => {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={resetLinkTexts.resetLinkOf(username)}
      description={resetLinkTexts.linkOnce}
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={resetLinkTexts.link}
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <DialogButtons>
          <Button onClick={() => void copyLink(url)}>{resetLinkTexts.copyLink}</Button>
          <Button variant="primary" onClick={onClose}>
            {resetLinkTexts.done}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}
