import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { limits } from '#core/limits.ts'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { type Filled, fillPrompt, variablesOf } from '#features/posts/prompt-variables.ts'
import { CopyPrompt } from '#features/posts/web/CopyPrompt.tsx'
import { OpenIn } from '#features/posts/web/OpenIn.tsx'
import { revealQuery } from '#features/posts/web/queries.ts'
import { texts } from '#features/posts/web/texts.ts'
import { classes } from '#web/kit/classes.ts'
import { Notice } from '#web/kit/Notice.tsx'
import { later } from '#web/later.tsx'

const VariablesForm = later(() => import('./VariablesForm.tsx'))

export const VERBATIM = 'font-mono text-xs leading-5 break-words whitespace-pre-wrap'

type Props = {
  post: PostCard
  whole: boolean
  draw?: ((from: number, to: number) => ReactNode) | undefined
}

/** A prompt that is not hidden (any more): to read, to fill in, to copy and to take along. */
export const OpenPrompt = ({ post, whole, draw }: Props) => {
  const isMember = useCurrentUser() !== null
  const [filled, setFilled] = useState<Filled>({})
  // Said to the server once a member and post; what a list cuts off comes with the answer. Failing, it is open all the same.
  const isCounted = isMember && post.promptLength > limits.promptShown
  const { data, error, isFetching, refetch } = useQuery({ ...revealQuery(post.id), enabled: isCounted })
  const prompt = data?.prompt ?? post.prompt
  const isCut = post.promptTruncated && !data
  const variables = useMemo(() => variablesOf(prompt), [prompt])
  const text = variables.length > 0 ? fillPrompt(prompt, filled) : prompt
  return (
    <div data-own>
      {variables.length > 0 && !isCut && (
        <VariablesForm postId={post.id} variables={variables} filled={filled} onFill={setFilled} />
      )}
      <div className="rounded-lg bg-sunken">
        <div className="flex items-center justify-end pr-1">
          <span aria-hidden className="grow pl-4 text-xs text-muted">
            {texts.prompt}
          </span>
          <OpenIn text={text} disabled={isCut} />
          <CopyPrompt text={text} busy={isCut && isFetching} disabled={isCut} />
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
        <div
          role="group"
          aria-label={texts.prompt}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
          tabIndex={0}
          className={classes('rounded-lg px-4 pb-3', !whole && 'max-h-[420px] overflow-y-auto')}
        >
          <pre dir="auto" className={VERBATIM}>
            {draw && text === prompt ? draw(0, limits.promptShown) : text}
          </pre>
        </div>
      </div>
      {error && isCut && <Notice onRetry={() => void refetch()}>{texts.revealFailed}</Notice>}
    </div>
  )
}
