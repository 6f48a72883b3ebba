import DeleteIcon from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { ellipsis } from '#core/text.ts'
import { modelName } from '#features/catalogue/contract.ts'
import type { Optimization } from '#features/optimizer/contract.ts'
import { texts } from '#features/optimizer/web/texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { classes } from '#web/kit/classes.ts'
import { IconButton } from '#web/kit/IconButton.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'

type Props = { past: Optimization; isShown: boolean; onOpen(): void; onRemove(): Promise<void> }

const START = 120

/** One past optimization: what it began as, when, for what. Deleting is asked for twice. */
export const HistoryRow = ({ past, isShown, onOpen, onRemove }: Props) => {
  const [step, setStep] = useState<'kept' | 'asked' | 'going'>('kept')
  const start = ellipsis(past.originalPrompt.replace(/\s+/g, ' '), START)
  const about = [past.type, ...past.models.map(modelName), past.refinedFrom && texts.refined].filter(Boolean)
  return (
    <li className={classes('flex flex-wrap items-center gap-x-2 py-1.5 pr-1.5 pl-4', isShown && 'bg-sunken')}>
      <button
        type="button"
        aria-label={texts.reopen(start)}
        aria-current={isShown ? 'true' : undefined}
        onClick={onOpen}
        className="control min-w-0 grow basis-40 py-1 text-start text-sm hover:underline"
      >
        <span dir="auto" className="line-clamp-1">
          {start}
        </span>
      </button>
      <span className="text-xs text-muted narrow:order-last narrow:basis-full narrow:pb-1.5">
        <RelativeTime iso={past.createdAt} />
        {about.length > 0 && ` · ${about.join(', ')}`}
      </span>
      {step === 'kept' ? (
        <IconButton name={texts.remove(start)} onClick={() => setStep('asked')}>
          <DeleteIcon size={16} />
        </IconButton>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
        <span role="group" aria-label={texts.removeAsk} className="inline-flex items-center gap-2 text-sm">
          {texts.removeAsk}
          <Button
            variant="danger"
            busy={step === 'going'}
            onClick={() => {
              setStep('going')
              // Still here afterwards: it failed, and may be tried again.
              void onRemove().finally(() => setStep('asked'))
            }}
          >
            {texts.removeYes}
          </Button>
          <Button
            // The button that was pressed is gone.
            autoFocus
            onClick={() => setStep('kept')}
          >
            {texts.removeNo}
          </Button>
        </span>
      )}
    </li>
  )
}
