import type { PromptSegment } from '@prompt-collection/prompt-blanks'
import { splitByForm } from '@prompt-collection/prompt-blanks/split-by-form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { limits } from '#core/limits.ts'
import { paths } from '#core/paths.ts'
import { truncateText } from '#core/text.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { preloadDialog } from '#web/kit/Dialog.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { useSite } from '#web/navigation/navigation-context.ts'
import { requestSignIn } from '#web/sign-in-request.ts'
import type { PostCard } from '../contract.ts'
import { FillablePrompt } from './FillablePrompt.tsx'
import { HiddenTextNotice } from './HiddenTextNotice.tsx'
import { PROMPT_CLASSES, PromptText, type RenderRange } from './PromptText.tsx'
import { revealQuery } from './queries.ts'
import { markPostRevealed, showRevealedPrompt, useIsRevealed } from './revealed.ts'
import { postTexts } from './texts.ts'

type VisiblePromptProps = {
  post: PostCard
  isOnPostPage: boolean
  /** True once the member has clicked Reveal or opened the post's page. The whole prompt is then fetched. */
  isRequested: boolean
  renderRange?: RenderRange | undefined
  onUse?: (() => void) | undefined
}

/** A revealed prompt, which can be read, filled in, copied and opened in another service. */
const VisiblePrompt = ({ post, isOnPostPage, isRequested, renderRange, onUse }: VisiblePromptProps) => {
  const isMember = useCurrentUser() !== null
  // Sent once per member and post. The response also contains the rest of a prompt that is truncated in
  // lists. If the request fails, the available part of the prompt is still shown.
  const isCounted = isMember && isRequested && post.promptLength > limits.promptPreview
  const { data, error, isFetching, refetch } = useQuery({ ...revealQuery(post.id), enabled: isCounted })
  const prompt = data?.prompt ?? post.prompt
  const isCut = post.promptTruncated && !data
  const site = useSite()
  const isJustRevealed = isRequested && !isOnPostPage && !isCut
  useEffect(() => {
    // The tip is dispensable, so a failed import is ignored.
    if (isJustRevealed)
      import('./blanks-tip.ts').then(
        (code) => code.showBlanksTip(prompt, post),
        () => {},
      )
  }, [isJustRevealed, prompt, post])
  const rest = {
    load: async () => (await refetch()).data?.prompt,
    show: () => showRevealedPrompt(post.id),
  }
  return (
    <div data-own id={isOnPostPage ? 'prompt' : undefined}>
      <FillablePrompt
        key={post.id}
        id={String(post.id)}
        prompt={{
          ...post,
          text: prompt,
          length: post.promptLength,
          details: { ...post, url: post.isPrivate ? null : site.url + paths.post(post) },
        }}
        href={isOnPostPage ? undefined : `${paths.post(post)}#prompt`}
        rememberAs={isOnPostPage ? String(post.id) : undefined}
        cut={isCut ? { isLoading: isFetching, rest: isRequested ? undefined : rest } : undefined}
        onUse={onUse}
        renderRange={renderRange}
      />
      {error && isCut && <ErrorNotice onRetry={() => void refetch()}>{postTexts.revealFailed}</ErrorNotice>}
    </div>
  )
}

type Props = {
  post: PostCard
  /** True on the post's own page, where a member sees the whole prompt right away. */
  isOnPostPage: boolean
  /** Renders a range of the prompt's characters with the search matches highlighted. */
  renderRange?: RenderRange | undefined
  /** Called when the prompt has been copied or opened in a service. */
  onUse?: () => void
}

/**
 * The prompt exactly as written. Until it is revealed, its first 100 characters are shown and the next 50 are blurred;
 * the page does not contain the rest (docs/spec/flows.md#revealing-a-prompt).
 */
export const PromptBox = ({ post, isOnPostPage, renderRange, onUse }: Props) => {
  const isMember = useCurrentUser() !== null
  const wasRevealed = useIsRevealed(post.id)
  const isShort = post.promptLength <= limits.promptPreview
  return isShort || (isMember && (isOnPostPage || wasRevealed || post.isRevealed)) ? (
    <VisiblePrompt
      post={post}
      isOnPostPage={isOnPostPage}
      isRequested={isOnPostPage || wasRevealed}
      renderRange={isShort ? renderRange : undefined}
      onUse={onUse}
    />
  ) : (
    <HiddenPrompt post={post} isOnPostPage={isOnPostPage} isMember={isMember} renderRange={renderRange} />
  )
}

const HiddenPrompt = ({
  post,
  isOnPostPage,
  isMember,
  renderRange,
}: Omit<Props, 'onUse'> & { isMember: boolean }) => {
  const { promptPreview: promptShown, promptForVisitors: promptVisitor } = limits
  const client = useQueryClient()
  const onPress = () => {
    if (!isMember) return requestSignIn('reveal', { kind: 'reveal', postId: post.id })
    showRevealedPrompt(post.id)
    markPostRevealed(client, post.id)
  }
  const shown = truncateText(post.prompt, promptShown)
  const blurred = getTextAfter(
    splitByForm(truncateText(post.prompt, promptVisitor), post, true),
    shown.length,
  )
  return (
    <div className="relative rounded-lg bg-sunken px-4 py-3">
      {post.hiddenText && <HiddenTextNotice {...post} />}
      {/* The padding keeps the borders of blanks on the first line from being clipped. */}
      <pre dir="auto" className={classNames(PROMPT_CLASSES, '-my-0.5 max-h-41 overflow-hidden py-0.5')}>
        <PromptText parts={splitByForm(shown, post, true)} filled={{}} renderRange={renderRange} />
        <span aria-hidden className="blur-[4px] select-none">
          {/* Blurred text cannot be read, so its line breaks would only take up space. */}
          {blurred.replace(/\s+/g, ' ')}
        </span>
      </pre>
      <span className="sr-only">{postTexts.hidden}</span>
      <div className="mt-2 flex flex-wrap items-center justify-end gap-x-4 gap-y-1">
        {isOnPostPage && <span className="text-sm">{postTexts.signInFree}</span>}
        <Button
          variant={isOnPostPage ? 'primary' : 'plain'}
          onPointerEnter={isMember ? undefined : preloadDialog}
          onClick={onPress}
        >
          {isMember ? postTexts.reveal : postTexts.signInToReveal}
        </Button>
      </div>
    </div>
  )
}

/** Returns the text of the segments after this position, with the words for roles instead of their markers. */
const getTextAfter = (segments: readonly PromptSegment[], position: number): string => {
  let from = -position
  let result = ''
  for (const { written, text, role } of segments) {
    const isCutHere = from < 0 && !role
    if (from + written.length > 0) result += isCutHere ? written.slice(-from) : (text ?? written)
    from += written.length
  }
  return result
}
