import { useState } from 'react'
import type { PostPage } from '#features/posts/contract.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { lazyDialog, lazyWithPreload } from '#web/lazy-with-preload.tsx'
import { ModelTallies } from './ModelTallies.tsx'
import { resultTexts } from './texts.ts'

const ResultDialog = lazyDialog(() => import('./ResultDialog.tsx'))
const UsedPromptQuestion = lazyWithPreload(() => import('./UsedPromptQuestion.tsx'))

type Props = {
  post: PostPage
  /**
   * True once the reader has copied the prompt or opened it in a service. They are then asked how it worked with the
   * post's model.
   */
  wasUsed: boolean
  /** Whether the dialog with the reports is open. */
  isReporting: boolean
  onReporting(isReporting: boolean): void
}

/** Shows how often the prompt worked with each model, and asks a reader who has used it. */
export const ModelResults = ({ post, wasUsed, isReporting, onReporting }: Props) => {
  const user = useCurrentUser()
  const [hasAnswered, setHasAnswered] = useState(false)
  const [model] = post.models
  const isAuthor = user?.id === post.userId
  const canAnswer = user !== null && !isAuthor && wasUsed
  const hasTallies = post.tallies.length > 0
  if (!hasTallies && !canAnswer && !isReporting) return null
  return (
    <section aria-label={resultTexts.heading} className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
      {hasTallies && (
        <>
          <h2 className="text-sm text-muted">{resultTexts.heading}</h2>
          <ModelTallies tallies={post.tallies} />
        </>
      )}
      {canAnswer && model && !user.isMuted && !hasAnswered && (
        <UsedPromptQuestion
          postId={post.id}
          model={model}
          onAnswered={() => setHasAnswered(true)}
          onAddNote={() => onReporting(true)}
        />
      )}
      {(canAnswer || isAuthor) && (
        <Button
          variant="ghost"
          className="px-0! scripting-none:hidden"
          onPointerEnter={ResultDialog.preload}
          onClick={() => onReporting(true)}
        >
          {isAuthor ? resultTexts.reports(sum(post)) : model ? resultTexts.otherModel : resultTexts.ask}
        </Button>
      )}
      {isReporting && <ResultDialog post={post} canReport={!isAuthor} onClose={() => onReporting(false)} />}
    </section>
  )
}

const sum = ({ tallies }: PostPage): number => tallies.reduce((all, { total }) => all + total, 0)
