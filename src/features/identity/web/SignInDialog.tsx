import type { SignInReason } from '#features/identity/web/ask-to-sign-in.ts'
import { reasons, texts } from '#features/identity/web/texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'

/** Loaded when first asked for, so it is a default export. */
const SignInDialog = ({ reason, onClose }: { reason: SignInReason; onClose(): void }) => (
  <Dialog
    open
    onOpenChange={(open) => !open && onClose()}
    title={reason === 'login' ? texts.login : texts.required}
    description={reasons[reason]}
  >
    <p className="mb-6 rounded-lg bg-sunken px-4 py-3 text-sm">{texts.notSetUp}</p>
    <Button onClick={onClose}>{texts.keepBrowsing}</Button>
  </Dialog>
)

export default SignInDialog
