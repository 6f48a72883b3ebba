import { useEffect, useState } from 'react'
import { Button, Spinner } from '#web/kit/Button.tsx'
import type { ButtonVariant } from '#web/kit/button-classes.ts'
import { classNames } from '#web/kit/class-names.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { copyText } from './share-link.ts'
import { postTexts } from './texts.ts'

const COPIED_MS = 2_000

type Props = {
  text: string
  busy?: boolean
  disabled?: boolean
  variant?: ButtonVariant
  /** What is missing in the text, which does not prevent copying it. */
  warning?: string | undefined
  /** Fetches the whole prompt if `text` is only its beginning. */
  load?: (() => Promise<string | undefined>) | undefined
  onCopied?: (() => void) | undefined
  copy?: typeof copyText | undefined
}

/** A button that copies the prompt with its blanks filled in. Shows a spinner while the rest of the prompt loads. */
export const CopyPromptButton = ({
  text,
  busy = false,
  disabled = false,
  variant = 'plain',
  warning,
  load,
  onCopied,
  copy = copyText,
}: Props) => {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const onClick = async () => {
    const whole = load ? await load() : text
    if (whole === undefined) return
    const isDone = await copy(whole, postTexts.promptCopied, postTexts.copyFailed, warning)
    setCopied(isDone)
    if (isDone) onCopied?.()
  }
  return (
    <Button
      variant={variant}
      disabled={disabled}
      className="flex-none px-3! narrow:px-2!"
      icon={busy ? <Spinner /> : <Icon name={isCopied ? 'check' : 'copy'} size={16} />}
      onClick={() => void onClick()}
    >
      {/* Both labels share a grid cell, so the button keeps its width. */}
      <span className="grid justify-items-center">
        <span className={classNames('col-start-1 row-start-1', isCopied && 'invisible')}>
          {postTexts.copyPrompt}
        </span>
        <span className={classNames('col-start-1 row-start-1', !isCopied && 'invisible')}>
          {postTexts.copied}
        </span>
      </span>
    </Button>
  )
}
