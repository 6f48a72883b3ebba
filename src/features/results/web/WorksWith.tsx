import { useEffect, useState } from 'react'
import { modelName } from '#core/model-catalogue.ts'
import type { PostPage } from '#features/posts/contract.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { preloadDialog } from '#web/kit/Dialog.tsx'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import { registerPendingActionHandler } from '#web/pending-action.ts'
import { requestSignIn } from '#web/sign-in-request.ts'
import { texts } from './texts.ts'

const ResultDialog = lazyWithPreload(() => import('./ResultDialog.tsx'))

/** With which models the prompt worked for whom, and the question whether it worked. */
export const WorksWith = ({ post }: { post: PostPage }) => {
  const user = useCurrentUser()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => registerPendingActionHandler('result', () => setIsOpen(true)), [])
  const canReport = user?.id !== post.userId
  if (post.tallies.length === 0 && !canReport) return null
  return (
    <section aria-label={texts.heading} className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {post.tallies.length > 0 && (
        <>
          <h2 className="text-sm text-muted">{texts.heading}</h2>
          <ul className="flex flex-wrap gap-1.5">
            {post.tallies.map(({ model, worked, total }) => (
              <li
                key={model}
                className="model-chip text-xs"
                title={texts.tallyLabel(modelName(model), worked, total)}
              >
                {modelName(model)}{' '}
                <span className="tabular-nums text-muted">{texts.tally(worked, total)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Button
        variant="ghost"
        className="px-0! scripting-none:hidden"
        onPointerEnter={user ? ResultDialog.preload : preloadDialog}
        onClick={() =>
          user || !canReport ? setIsOpen(true) : requestSignIn('vote', { kind: 'result', postId: post.id })
        }
      >
        {canReport ? texts.ask : texts.reports(sum(post))}
      </Button>
      {isOpen && <ResultDialog post={post} canReport={canReport} onClose={() => setIsOpen(false)} />}
    </section>
  )
}

const sum = ({ tallies }: PostPage): number => tallies.reduce((all, { total }) => all + total, 0)
