import { expect, it } from 'vitest'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import { buildComment, buildPostPage } from '#tests/components/samples.ts'
import CommentMenu from './CommentMenu.tsx'
import type { CommentThread } from './comment-thread.ts'

const thread: CommentThread = {
  post: buildPostPage(),
  authorId: 5,
  topicId: 7,
  postVersion: 1,
  sort: 'top',
  initialScores: new Map(),
  ownComments: [],
  hrefOf: (id) => `/post/1/comment/${id}`,
  renderVotes: () => null,
  target: undefined,
}

it.each([
  ['a visitor', null, 'Report…'],
  ['a member', buildMember({ id: 8 }), 'Report…'],
  ['a moderator of the topic', buildMember({ id: 8, moderatedTopics: [7] }), 'Moderate…'],
])('names what asks for more as other menus do, for %s', async (_who, user, name) => {
  const menu = <CommentMenu comment={buildComment()} thread={thread} author="Bob" onReply={() => {}} />
  const { screen } = await renderComponent(menu, { user })
  await screen.getByRole('button', { name: 'More' }).click()
  await expect.element(screen.getByRole('menuitem', { name, exact: true })).toBeVisible()
})
