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

type Props = { entry: Optimization; isShown: boolean; onOpen(): void; onDelete(): Promise<void> }

const EXCERPT_LENGTH = 120

/** One past optimization. Deleting it takes a confirmation in place. */
export const HistoryRow = ({ entry, isShown, onOpen, onDelete }: Props) => {
  const [deletion, setDeletion] = useState<'none' | 'confirming' | 'running'>('none')
  const excerpt = ellipsis(entry.originalPrompt.replace(/\s+/g, ' '), EXCERPT_LENGTH)
  const details = [entry.type, ...entry.models.map(modelName), entry.refinedFrom && texts.refined].filter(
    Boolean,
  )
  return (
    <li className={classes('flex flex-wrap items-center gap-x-2 py-1.5 pr-1.5 pl-4', isShown && 'bg-sunken')}>
      <button
        type="button"
        aria-label={texts.reopen(excerpt)}
        aria-current={isShown ? 'true' : undefined}
        onClick={onOpen}
        className="control min-w-0 grow basis-40 py-1 text-start text-sm hover:underline"
      >
        <span dir="auto" className="line-clamp-1">
          {excerpt}
        </span>
      </button>
      <span className="text-xs text-muted narrow:order-last narrow:basis-full narrow:pb-1.5">
        <RelativeTime iso={entry.createdAt} />
        {details.length > 0 && ` · ${details.join(', ')}`}
      </span>
      {deletion === 'none' ? (
        <IconButton name={texts.remove(excerpt)} onClick={() => setDeletion('confirming')}>
          <DeleteIcon size={16} />
        </IconButton>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
        <span role="group" aria-label={texts.removeAsk} className="inline-flex items-center gap-2 text-sm">
          {texts.removeAsk}
          <Button
            variant="danger"
            busy={deletion === 'running'}
            onClick={() => {
              setDeletion('running')
              // The row only still exists if the deletion failed; it can then be retried.
              void onDelete().finally(() => setDeletion('confirming'))
            }}
          >
            {texts.removeYes}
          </Button>
          <Button
            // The clicked button has been unmounted, so the focus must move.
            autoFocus
            onClick={() => setDeletion('none')}
          >
            {texts.removeNo}
          </Button>
        </span>
      )}
    </li>
  )
}
