import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { DialogButtons } from '#web/kit/DialogButtons.tsx'
import { postDialogTexts } from '../dialog-texts.ts'
import { postFormTexts } from '../form/texts.ts'

type Props = { titles: readonly string[]; onConfirm(): void; onClose(): void }

/**
 * Lists the private drafts that signing out will delete, and asks for confirmation. Its code is loaded when it is first
 * opened.
 */
const SignOutDialog = ({ titles, onConfirm, onClose }: Props) => (
  <Dialog
    open
    onOpenChange={(open) => !open && onClose()}
    title={postDialogTexts.signOutTitle}
    description={postDialogTexts.signOutText}
  >
    <ul className="mb-5 list-disc pl-5 text-sm">
      {[...new Set(titles)].map((title) => (
        <li key={title} className="wrap-anywhere">
          {title || postDialogTexts.untitledDraft}
        </li>
      ))}
    </ul>
    <DialogButtons>
      <Button onClick={onClose}>{postFormTexts.cancel}</Button>
      <Button
        variant="danger"
        onClick={() => {
          onClose()
          onConfirm()
        }}
      >
        {postDialogTexts.signOutAndDelete}
      </Button>
    </DialogButtons>
  </Dialog>
)

export default SignOutDialog
