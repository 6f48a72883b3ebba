import { truncateText } from '#core/text.ts'
import { openCreatePostDialog } from '#features/posts/web/create/open-create-post.ts'
import type { LocalPostDraft } from '#features/posts/web/form/draft.ts'
import { chooseLocalDraft, deleteLocalDraft } from '#features/posts/web/form/local-drafts.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { DeleteDraftButton } from './DeleteDraftButton.tsx'
import { DraftHead } from './DraftHead.tsx'
import { draftTexts } from './texts.ts'

const MAX_EXCERPT_LENGTH = 300

type Props = {
  draft: LocalPostDraft
  onDeleted(): void
}

/** Shows a draft that only this browser has, with the actions that are available for it. */
export const LocalDraftRow = ({ draft: { values, requestKey }, onDeleted }: Props) => {
  const user = useCurrentUser()
  const name = values.title.trim() || draftTexts.untitled
  const resume = () => {
    if (user) chooseLocalDraft(user.id, requestKey)
    openCreatePostDialog()
  }
  const remove = () => {
    if (user) deleteLocalDraft(user.id, requestKey)
    onDeleted()
    return true
  }
  return (
    <li className="border-b py-4">
      <DraftHead title={name} excerpt={truncateText(values.description || values.prompt, MAX_EXCERPT_LENGTH)}>
        <span className="font-medium text-ink">{draftTexts.onThisDevice}</span>
        {values.isPrivate && <span>{draftTexts.private}</span>}
      </DraftHead>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button aria-label={draftTexts.continueNamed(name)} onClick={resume}>
          {draftTexts.continue}
        </Button>
        <DeleteDraftButton name={name} text={draftTexts.deleteLocalText(name)} onDelete={remove} />
      </div>
    </li>
  )
}
