import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Comment, CommentSort } from '#features/comments/contract.ts'
import { type Discussed, moreCommentsQuery } from '#features/comments/web/queries.ts'

export type MoreComments = {
  comments: readonly Comment[]
  /** They were asked for, now or on an earlier visit to the page. */
  isOpen: boolean
  hasMore: boolean
  isLoading: boolean
  isFailed: boolean
  load(): void
}

/** Further comments of one level, fetched page by page when asked for, or at once with `isOpen`. */
export const useMoreComments = (
  post: Discussed,
  level: { sort: CommentSort; parentId: number | null; after?: string | null; isOpen?: boolean },
): MoreComments => {
  const client = useQueryClient()
  const query = moreCommentsQuery(post, level)
  const [asked, setAsked] = useState<string>()
  const name = query.queryKey.join()
  const isOpen = level.isOpen || asked === name || client.getQueryData(query.queryKey) !== undefined
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
      if (!isOpen) setAsked(name)
      else if (data === undefined) void refetch()
      else void fetchNextPage()
    },
  }
}

const NONE: readonly Comment[] = []
