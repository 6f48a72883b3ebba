import { randomBytes, randomUUID } from 'node:crypto'
import { formatMediaName } from '#core/media-name.ts'
import { paths } from '#core/paths.ts'
import type { Database } from '#server/database/connect.ts'
import {
  seedCollection,
  seedComment,
  seedDraft,
  seedPost,
  seedSession,
  seedSuggestedEdit,
  seedTopic,
  seedUser,
  seedVersion,
} from './builders.ts'
import { recomputeCounts } from './recompute-counts.ts'

export type UseCaseRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  by: string
  payload?: object
}
/** Registers a picture that a member has uploaded, without its file; returns its address. */
const seedPicture = async ({ sql }: Database, by: { id: number }): Promise<string> => {
  const hash = randomBytes(32).toString('hex')
  const name = formatMediaName({ hash, width: 4, height: 4, extension: 'png' })
  await sql`insert into media_files (name) values (${name})`
  await sql`insert into media_owners (name, user_id) values (${name}, ${by.id})`
  return paths.media(name)
}

/** Creates scenes in each of which every request of `useCases` succeeds when it is alone. */
export const seedUseCaseScenes = async (database: Database, count: number): Promise<Scene[]> => {
  const scenes = await Promise.all(Array.from({ length: count }, () => seedScene(database)))
  await recomputeCounts(database.sql)
  return scenes
}

const seedScene = async (database: Database) => {
  const { sql } = database
  const [author, reader, admin] = [
    await seedUser(database),
    await seedUser(database),
    await seedUser(database, { isAdmin: true }),
  ]
  const topic = await seedTopic(database)
  const tag = `tag${topic.id}`
  const post = await seedPost(database, { by: author, topic, tags: [tag], prompt: `Write ${randomUUID()}` })
  await sql`insert into tags (name, post_count) values (${tag}, 1)`
  const hidden = await seedPost(database, { by: author, isPrivate: true, tags: [tag], prompt: randomUUID() })
  const comment = await seedComment(database, { on: post, by: reader })
  const reply = await seedComment(database, { on: post, by: author, parent: comment })
  await seedVersion(database, post, 1)
  await sql`update posts set version = 2 where id = ${post.id}`
  await seedVersion(database, post, 2)
  const suggestion = await seedSuggestedEdit(database, post, reader)
  const draft = await seedDraft(database, author, { topicId: topic.id, tags: [tag] })
  const picture = await seedPicture(database, author)
  const collection = await seedCollection(database, reader, 'public', post)
  await sql`insert into votes (user_id, post_id, value) values (${reader.id}, ${post.id}, 1)`
  await sql`insert into votes (user_id, comment_id, value) values (${author.id}, ${comment.id}, 1)`
  const [openCase] = await sql<{ id: number }[]>`
    insert into moderation_cases (subject_kind, subject_id, post_id, topic_id, author_id, excerpt)
    values ('post', ${post.id}, ${post.id}, ${topic.id}, ${author.id}, 'A title') returning id`
  await sql`
    insert into reports (case_id, subject_kind, subject_id, reporter_id, reason)
    values (${openCase?.id ?? 0}, 'post', ${post.id}, ${reader.id}, 'Something else')`
  const [closedCase] = await sql<{ id: number }[]>`
    insert into moderation_cases (subject_kind, subject_id, author_id, excerpt, is_open)
    values ('member', ${author.id}, ${author.id}, 'A name', false) returning id`
  const [warning] = await sql<{ id: number }[]>`
    insert into moderation_decisions (case_id, action, reason, moderator_name, moderator_role)
    values (${closedCase?.id ?? 0}, 'warn', 'Something else', '', 'moderator') returning id`
  const [appeal] = await sql<{ id: number }[]>`
    insert into appeals (decision_id, member_id, words)
    values (${warning?.id ?? 0}, ${author.id}, 'It is an error') returning id`
  const sessions = {
    author: await seedSession(database, author),
    reader: await seedSession(database, reader),
    admin: await seedSession(database, admin),
  }
  return {
    author,
    reader,
    admin,
    topic,
    tag,
    post,
    hidden,
    comment,
    reply,
    suggestion,
    draft,
    picture,
    collection,
    caseId: openCase?.id,
    decisionId: warning?.id,
    appealId: appeal?.id,
    sessions,
  }
}
type Scene = Awaited<ReturnType<typeof seedScene>>

/** A request of each use case that writes what several features own. */
export const useCases: Record<string, (scene: Scene) => UseCaseRequest> = {
  vote: ({ post }) => ({
    method: 'POST',
    url: '/api/votes',
    by: 'reader',
    payload: { postId: post.id, value: -1 },
  }),
  comment: ({ post, author }) => ({
    method: 'POST',
    url: '/api/comments',
    by: 'reader',
    payload: { postId: post.id, content: `Another long comment about this, @${author.username}` },
  }),
  'edit a comment': ({ comment, author }) => ({
    method: 'PATCH',
    url: `/api/comments/${comment.id}`,
    by: 'reader',
    payload: { content: `Now for @${author.username}, with enough words to be compared` },
  }),
  'delete a comment': ({ reply }) => ({ method: 'DELETE', url: `/api/comments/${reply.id}`, by: 'author' }),
  'mute a word': ({ topic }) => ({
    method: 'POST',
    url: '/api/user/mutes',
    by: 'reader',
    payload: { kind: 'word', value: `topic ${topic.id}` },
  }),
  "mute a post's notifications": ({ post }) => ({
    method: 'PUT',
    url: `/api/posts/${post.id}/notification-mute`,
    by: 'author',
  }),
  'block a member': ({ author }) => ({ method: 'POST', url: `/api/users/${author.id}/block`, by: 'reader' }),
  bookmark: ({ post }) => ({ method: 'POST', url: `/api/posts/${post.id}/bookmark`, by: 'reader' }),
  'publish a post': ({ topic, tag, reader }) => ({
    method: 'POST',
    url: '/api/posts',
    by: 'author',
    payload: {
      title: 'New',
      description: `For @${reader.username}`,
      prompt: `Write about topic ${topic.id}`,
      topicId: topic.id,
      tags: [tag],
    },
  }),
  'import posts': ({ tag }) => ({
    method: 'POST',
    url: '/api/user/import',
    by: 'author',
    payload: {
      posts: [
        { title: 'One', description: 'x', prompt: `Import ${tag}`, tags: [tag] },
        { title: 'Two', description: 'x', prompt: `Import another ${tag}` },
      ],
    },
  }),
  'publish a draft': ({ draft, topic, tag }) => ({
    method: 'POST',
    url: '/api/posts',
    by: 'author',
    payload: {
      title: 'Draft',
      description: 'x',
      prompt: draft,
      topicId: topic.id,
      tags: [tag],
      draftId: draft,
    },
  }),
  'edit a post': ({ post, tag, reader }) => ({
    method: 'PATCH',
    url: `/api/posts/${post.id}`,
    by: 'author',
    payload: { title: 'Changed', description: `For @${reader.username}`, tags: [tag, `${tag}b`] },
  }),
  'delete a post': ({ post }) => ({ method: 'DELETE', url: `/api/posts/${post.id}`, by: 'author' }),
  'delete two posts': ({ post, hidden }) => ({
    method: 'DELETE',
    url: '/api/user/posts',
    by: 'author',
    payload: { ids: [post.id, hidden.id] },
  }),
  'remove a post': ({ post }) => ({
    method: 'DELETE',
    url: `/api/admin/posts/${post.id}`,
    by: 'admin',
    payload: { reason: 'Spam' },
  }),
  'make a post private': ({ post }) => ({
    method: 'PATCH',
    url: '/api/user/posts',
    by: 'author',
    payload: { ids: [post.id], isPrivate: true },
  }),
  'make a post public': ({ hidden }) => ({
    method: 'PATCH',
    url: '/api/user/posts',
    by: 'author',
    payload: { ids: [hidden.id], isPrivate: false },
  }),
  'accept a suggested edit': ({ post, suggestion }) => ({
    method: 'POST',
    url: `/api/posts/${post.id}/suggested-edits/${suggestion}/accept`,
    by: 'author',
  }),
  'rename a tag': ({ tag }) => ({
    method: 'PUT',
    url: `/api/admin/tags/${tag}`,
    by: 'admin',
    payload: { name: `${tag}new` },
  }),
  'rename a topic': ({ topic }) => ({
    method: 'PUT',
    url: `/api/admin/topics/${topic.id}`,
    by: 'admin',
    payload: { name: `${topic.name} new` },
  }),
  'delete a topic': ({ topic }) => ({ method: 'DELETE', url: `/api/admin/topics/${topic.id}`, by: 'admin' }),
  'delete a member': ({ reader }) => ({
    method: 'DELETE',
    url: '/api/user',
    by: 'reader',
    payload: { confirm: reader.username },
  }),
  'remove a collection': ({ collection }) => ({
    method: 'DELETE',
    url: `/api/collections/${collection}`,
    by: 'reader',
  }),
}

/** Requests that `tests/races.test.ts` leaves out, because every further one makes it longer. */
export const furtherUseCases: Record<string, (scene: Scene) => UseCaseRequest> = {
  'publish a remix with a file, written as a draft': ({ draft, topic, tag, post, picture, reader }) => ({
    method: 'POST',
    url: '/api/posts',
    by: 'author',
    payload: {
      title: 'Remix',
      description: `For @${reader.username}`,
      prompt: draft,
      topicId: topic.id,
      tags: [tag],
      remixOf: post.id,
      exampleFiles: [picture],
      draftId: draft,
      requestKey: draft,
    },
  }),
  'publish a private post': ({ reader }) => ({
    method: 'POST',
    url: '/api/posts',
    by: 'author',
    payload: {
      title: 'New',
      description: `For @${reader.username}`,
      prompt: 'Write a note',
      isPrivate: true,
    },
  }),
  'restore a version': ({ post }) => ({
    method: 'POST',
    url: `/api/posts/${post.id}/versions/1/restore`,
    by: 'author',
  }),
  'suggest an edit': ({ post }) => ({
    method: 'POST',
    url: `/api/posts/${post.id}/suggested-edits`,
    by: 'reader',
    payload: { title: 'Another title', reason: 'Says more' },
  }),
  'decline a suggested edit': ({ post, suggestion }) => ({
    method: 'POST',
    url: `/api/posts/${post.id}/suggested-edits/${suggestion}/decline`,
    by: 'author',
    payload: { answer: 'No' },
  }),
  'save a draft': ({ draft }) => ({
    method: 'PUT',
    url: `/api/user/drafts/${draft}`,
    by: 'author',
    payload: { title: 'Changed', description: 'x', prompt: 'y' },
  }),
  'report a result': ({ post }) => ({
    method: 'POST',
    url: `/api/posts/${post.id}/results`,
    by: 'reader',
    payload: { model: 'chatgpt', worked: true },
  }),
  'create a collection': ({ post }) => ({
    method: 'POST',
    url: '/api/collections',
    by: 'reader',
    payload: { title: 'Good ones', visibility: 'public', postId: post.id },
  }),
  'invite to a collection': ({ collection, author }) => ({
    method: 'POST',
    url: `/api/collections/${collection}/editors`,
    by: 'reader',
    payload: { username: author.username },
  }),
  'remove a comment': ({ reply }) => ({
    method: 'DELETE',
    url: `/api/admin/comments/${reply.id}`,
    by: 'admin',
    payload: { reason: 'Spam' },
  }),
  'mute a member': ({ reader }) => ({
    method: 'PATCH',
    url: `/api/admin/users/${reader.id}/mute`,
    by: 'admin',
  }),
  'report a comment': ({ reply }) => ({
    method: 'POST',
    url: '/api/reports',
    by: 'reader',
    payload: { subject: { kind: 'comment', id: String(reply.id) }, reason: 'Something else', words: 'Look' },
  }),
  'decide a case': ({ caseId }) => ({
    method: 'POST',
    url: `/api/moderation/cases/${caseId}/decisions`,
    by: 'admin',
    payload: { action: 'hide', reason: 'Something else', words: 'Say where it is from', revision: '1' },
  }),
  'undo a decision': ({ decisionId }) => ({
    method: 'POST',
    url: `/api/moderation/decisions/${decisionId}/reversal`,
    by: 'admin',
    payload: { reversalWords: 'An error' },
  }),
  'answer an appeal': ({ appealId }) => ({
    method: 'POST',
    url: `/api/moderation/appeals/${appealId}/answer`,
    by: 'admin',
    payload: { isGranted: true, answer: 'You are right' },
  }),
  'send a legal notice': ({ post }) => ({
    method: 'POST',
    url: '/api/legal-notices',
    by: 'reader',
    payload: {
      url: `http://localhost:3000/post/${post.id}`,
      reason: 'Copyright, trademark or another such right',
      words: 'I wrote this text and have published it in a book in 2019.',
      name: 'Ada',
      email: 'ada@example.org',
      isGoodFaith: true,
    },
  }),
}
