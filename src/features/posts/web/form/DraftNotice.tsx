import { Button } from '#web/kit/Button.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { postFormTexts } from './texts.ts'

type Props = { onDiscard(): void }

/** Tells the member that a draft was restored, and offers to discard it. */
export const DraftNotice = ({ onDiscard }: Props) => (
  <div
    role="status"
    className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border bg-sunken px-4 py-2 text-sm"
  >
    <Icon name="file-clock" size={18} className="flex-none text-muted" />
    <span className="min-w-0 grow font-medium">{postFormTexts.restored}</span>
    <Button variant="ghost" onClick={onDiscard}>
      {postFormTexts.discard}
    </Button>
  </div>
)
