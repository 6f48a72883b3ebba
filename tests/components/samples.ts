import type { Comment } from '#features/comments/contract.ts'
import type { PostCard, PostPage } from '#features/posts/contract.ts'
import { getDefaultPostFields } from '#features/posts/contract-fields.ts'

const CREATED_AT = new Date('2026-01-02T03:04:05.000Z')

/** Creates a public text post by another member, with a prompt that is short enough to be visible to everyone. */
export const buildPostCard = (fields: Partial<PostCard> = {}): PostCard => {
  const { id = 7, prompt = 'Write a haiku' } = fields
  return {
    ...getDefaultPostFields(),
    id,
    title: `Post ${id}`,
    description: 'A short poem',
    prompt,
    mentions: [],
    promptLength: prompt.length,
    promptTruncated: false,
    userId: 2,
    topicId: 3,
    isPrivate: false,
    restriction: null,
    labels: [],
    privateId: null,
    version: 1,
    revision: 1,
    isRemix: false,
    hasResults: false,
    hasSuggestedEdits: false,
    seoSlug: `post-${id}`,
    createdAt: CREATED_AT,
    score: 3,
    commentCount: 0,
    bookmarkCount: 0,
    topic: { id: 3, name: 'Poems' },
    user: { id: 2, username: 'Grace', avatar: null },
    myVote: 0,
    isBookmarked: false,
    isRevealed: false,
    ...fields,
  }
}

export const buildPostPage = ({
  comments = [],
  commentsAfter = null,
  ...card
}: Partial<PostPage> = {}): PostPage => ({
  ...buildPostCard(card),
  editedAt: null,
  tallies: [],
  suggestedEdits: 0,
  comments,
  commentsAfter,
})

/** Creates a comment by the member that `buildMember()` returns. */
export const buildComment = (fields: Partial<Comment> = {}): Comment => ({
  id: 5,
  postVersion: null,
  content: 'It rhymes',
  mentions: [],
  userId: 1,
  postId: 7,
  parentId: null,
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
  editedAt: null,
  score: 0,
  isDeleted: false,
  user: { id: 1, username: 'Ada', avatar: null },
  myVote: 0,
  moreReplies: 0,
  replies: [],
  ...fields,
})
