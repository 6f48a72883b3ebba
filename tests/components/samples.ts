import type { Comment } from '#features/comments/contract.ts'
import type { Statement } from '#features/moderation/contract-statements.ts'
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

/** Creates a statement of a decision about a post of the reader's, who can appeal. */
export const buildStatement = (fields: Partial<Statement> = {}): Statement => ({
  id: 7,
  subjectKind: 'post',
  excerpt: 'A post',
  action: 'label',
  reason: 'Something else',
  words: '',
  isLegal: false,
  endsAt: null,
  moderatorRole: 'admin',
  createdAt: new Date('2026-01-01'),
  reversedAt: null,
  reversalWords: '',
  isOwn: true,
  posts: [],
  content: '',
  href: null,
  findings: [],
  hasReports: false,
  hasLegalNotices: false,
  appeal: null,
  appealEndsAt: new Date('2026-07-01'),
  canAppeal: true,
  ...fields,
})
