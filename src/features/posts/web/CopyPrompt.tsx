import { Spinner } from '#web/kit/Button.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { copyText } from './share-link.ts'
import { texts } from './texts.ts'

type Props = {
  text: string
  busy: boolean
  disabled: boolean
  /** Fetches the whole prompt if `text` is only its beginning. */
  load?: (() => Promise<string | undefined>) | undefined
}

/** Copies the prompt with its blanks filled in, and shows a spinner while the rest of it loads. */
export const CopyPrompt = ({ text, busy, disabled, load }: Props) => {
  const copy = async () => {
    const copied = load ? await load() : text
    if (copied !== undefined) await copyText(copied, texts.promptCopied, texts.copyFailed)
  }
  return (
    <IconButton name={texts.copyPrompt} disabled={disabled} onClick={() => void copy()}>
      {busy ? <Spinner /> : <Icon name="copy" size={16} />}
    </IconButton>
  )
}
