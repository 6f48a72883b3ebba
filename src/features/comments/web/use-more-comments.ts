import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Comment, CommentSort } from '#features/comments/contract.ts'
import { type Discussed, moreCommentsQuery } from '#features/comments/web/queries.ts'

export type MoreCommentsState = {
  comments: readonly Comment[]
  /** Loading has been requested, now or on an earlier visit to the page. */
  isOpen: boolean
  hasMore: boolean
  isLoading: boolean
  isFailed: boolean
  load(): void
}

/** More comments of one level, fetched page by page on request, or at once with `isOpen`. */
export const useMoreComments = (
  post: Discussed,
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
