import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import type { Comment, CommentSort } from '../contract.ts'
import { type CommentedPost, moreCommentsQuery } from './queries.ts'
import { commentTexts } from './texts.ts'

type MoreCommentsState = {
  comments: readonly Comment[]
  /** True if loading was requested, now or on an earlier visit to the page. */
  isOpen: boolean
  hasMore: boolean
  isLoading: boolean
  isFailed: boolean
  load(): void
}

/** Fetches more comments at one level, page by page on request, or immediately if `isOpen` is set. */
export const useMoreComments = (
  post: CommentedPost,
  level: { sort: CommentSort; parentId: number | null; after?: string | null; isOpen?: boolean },
): MoreCommentsState => {
  const client = useQueryClient()
  const query = moreCommentsQuery(post, level)
  const [requestedKey, setRequestedKey] = useState<string>()
  const key = query.queryKey.join()
  const isOpen = level.isOpen || requestedKey === key || client.getQueryData(query.queryKey) !== undefined
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = useInfiniteQuery({
    ...query,
    enabled: isOpen,
    refetchOnMount: false,
  })
  return {
    comments: data?.pages.flatMap(({ comments }) => comments) ?? NONE,
    isOpen,
    hasMore: data === undefined || hasNextPage,
    isLoading: isFetching,
    isFailed: isError,
    load: () => {
      if (!isOpen) setRequestedKey(key)
      else if (data === undefined) void refetch()
      else void fetchNextPage()
    },
  }
}

const NONE: readonly Comment[] = []

type Props = { more: MoreCommentsState; isNeeded: boolean; label: string; className?: string }

/** Shows the button that loads more comments, if there are any. */
export const MoreCommentsButton = ({ more, isNeeded, label, className }: Props) => {
  if (more.isFailed && !more.isLoading)
    return (
      <div className={classNames('mt-3', className)}>
        <ErrorNotice onRetry={more.load}>{commentTexts.loadFailed}</ErrorNotice>
      </div>
    )
  if (!isNeeded || !more.hasMore) return null
  return (
    <Button
      variant="ghost"
      onClick={more.load}
      busy={more.isLoading}
      busyLabel={commentTexts.loading}
      className={classNames('mt-2 text-accent!', className)}
    >
      {label}
    </Button>
  )
}
