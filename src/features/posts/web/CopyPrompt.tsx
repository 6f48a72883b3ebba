import CopyIcon from 'lucide-react/icons/copy'
import { copyText } from '#features/posts/web/share-link.ts'
import { texts } from '#features/posts/web/texts.ts'
import { IconButton } from '#web/kit/IconButton.tsx'
import { Spinner } from '#web/kit/Spinner.tsx'

type Props = { text: string; busy: boolean; disabled: boolean }

/** Copies a prompt as it is, its variables filled in; waits while the rest of it is on its way. */
export const CopyPrompt = ({ text, busy, disabled }: Props) => (
  <IconButton
    name={texts.copyPrompt}
    disabled={disabled}
    onClick={() => void copyText(text, texts.promptCopied, texts.copyFailed)}
  >
    {busy ? <Spinner /> : <CopyIcon size={16} />}
  </IconButton>
)
