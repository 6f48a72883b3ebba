import CopyIcon from 'lucide-react/icons/copy'
import { copyText } from '#features/posts/web/share-link.ts'
import { texts } from '#features/posts/web/texts.ts'
import { IconButton } from '#web/kit/IconButton.tsx'
import { Spinner } from '#web/kit/Spinner.tsx'

/** Copies a prompt as it is; waits while the rest of it is on its way. */
export const CopyPrompt = ({ text, busy }: { text: string; busy: boolean }) => (
  <span className="absolute top-1 right-1 rounded-lg bg-sunken">
    <IconButton
      name={texts.copyPrompt}
      disabled={busy}
      onClick={() => void copyText(text, texts.promptCopied, texts.copyFailed)}
    >
      {busy ? <Spinner /> : <CopyIcon size={16} />}
    </IconButton>
  </span>
)
