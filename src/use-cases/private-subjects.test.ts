import { describe, expect, it } from 'vitest'
import { recordReleases } from '#features/skills/server/releases-query.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedCollection, seedComment, seedPost, seedSuggestedEdit } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'
import { type SignedInMember, withMembers } from '#tests/support/signed-in-members.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })
const { aMember, send } = withMembers(app, database)
const admin = await aMember({ isAdmin: true })
const moderator = await aMember({ isModerator: true })
const reason = 'Something else'
const WORD = /zebra/i

type Subject = { kind: string; id: string; version?: number }

/** A private post of an author that says the word, like everything on it. */
const aPrivatePost = (by: SignedInMember, fields: object = {}) =>
  seedPost(database, { by, isPrivate: true, title: 'Zebra title', prompt: 'Zebra prompt', ...fields })

/** What only some people can read, of each kind, by this author. */
const subjects: Record<string, (author: SignedInMember) => Promise<Subject>> = {
  'private post': async (author) => ({ kind: 'post', id: String((await aPrivatePost(author)).id) }),
  'comment on a private post': async (author) => {
    const on = await aPrivatePost(await aMember())
    const comment = await seedComment(database, { on, by: author, content: 'Zebra comment' })
    return { kind: 'comment', id: String(comment.id) }
  },
  'version of a private skill': async (author) => {
    const { id } = await aPrivatePost(author, { form: 'skill', skill: '{"name":"zebra"}' })
    await recordReleases(sql, [id])
    return { kind: 'version', id: String(id), version: 1 }
  },
  'suggested edit of a private post': async (author) => {
    const edit = await seedSuggestedEdit(database, await aPrivatePost(await aMember()), author)
    await sql`update suggested_edits set reason = 'Zebra reason' where id = ${edit}`
    return { kind: 'suggested-edit', id: String(edit) }
  },
  'result on a private post': async (author) => {
    const post = await aPrivatePost(await aMember())
    const [result] = await sql<{ id: number }[]>`
      insert into post_results (post_id, prompt_version, user_id, model, worked, note)
      values (${post.id}, 1, ${author.id}, 'chatgpt', true, 'Zebra note') returning id`
    return { kind: 'result', id: String(result?.id) }
  },
  'private collection': (author) => aCollection(author, 'private'),
  'collection by link': (author) => aCollection(author, 'link'),
}

const aCollection = async (author: SignedInMember, visibility: 'private' | 'link' | 'public') => {
  const id = await seedCollection(database, author, visibility)
  await sql`update collections set title = 'Zebra collection', description = 'Zebra words' where link_id = ${id}`
  return { kind: 'collection', id }
}

const addEditor = (linkId: string, { id }: SignedInMember) => sql`
  insert into collection_editors (collection_id, user_id, accepted_at)
  select id, ${id}, now() from collections where link_id = ${linkId}`

/** A private collection that another member edits. */
const aSharedCollection = async () => {
  const [owner, editor] = [await aMember(), await aMember()]
  const subject = await aCollection(owner, 'private')
  await addEditor(subject.id, editor)
  return { owner, editor, subject }
}

const open = async (by: SignedInMember, subject: Subject): Promise<number> =>
  (await send(by, 'POST', '/api/moderation/cases', { subject })).body.id
const decide = async (by: SignedInMember, caseId: number, action: string, rule = reason): Promise<number> => {
  const path = `/api/moderation/cases/${caseId}/decisions`
  const { status, body } = await send(by, 'POST', path, {
    action,
    reason: rule,
    words: 'Not allowed',
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}
const report = async (by: SignedInMember, subject: Subject): Promise<number> => {
  const { body } = await send(by, 'POST', '/api/reports', { subject, reason, words: '' })
  const [row] = await sql<{ caseId: number }[]>`select case_id from reports where id = ${body.id}`
  return row?.caseId ?? 0
}
const textOf = async (by: SignedInMember, url: string) => {
  const { status, body } = await send(by, 'GET', url)
  return status === 200 ? JSON.stringify(body) : String(status)
}
const body = { reason: 'Not allowed', rule: reason }
/** How an admin removes what has no case of its own before. */
const removals: Partial<Record<string, (id: string) => ReturnType<typeof send>>> = {
  'suggested-edit': (id) => send(admin, 'DELETE', `/api/admin/suggested-edits/${id}`, body),
  version: (id) => send(admin, 'POST', `/api/posts/${id}/versions/1/withdraw`, body),
}
const readCase = async (by: SignedInMember, id: number) =>
  (await send(by, 'GET', `/api/moderation/cases/${id}`)).body

describe.each(Object.keys(subjects))('A %s that an admin has removed without a report', (name) => {
  it('is for its author and admins alone, with the case, the decision, and the appeal', async () => {
    const author = await aMember()
    const subject = await (subjects[name] as (author: SignedInMember) => Promise<Subject>)(author)
    await recomputeCounts(sql)
    const direct = removals[subject.kind]
    const caseId = direct ? 0 : await open(admin, subject)
    const urls = (decision: number) => [
      '/api/moderation/cases?limit=50',
      '/api/moderation/cases?state=decided&limit=50',
      `/api/moderation/cases/${caseId}`,
      `/api/user/decisions/${decision}`,
      '/api/moderation/appeals?limit=50',
      ...(subject.kind === 'collection' ? [] : [`/api/posts/${subject.id}`]),
    ]
    for (const url of urls(0)) expect(await textOf(moderator, url), url).not.toMatch(WORD)
    if (direct) await direct(subject.id)
    else await decide(admin, caseId, 'remove')
    const [{ id: decision } = { id: 0 }] = (await send(author, 'GET', '/api/user/decisions')).body
    const appealed = await send(author, 'POST', `/api/user/decisions/${decision}/appeal`, {
      words: 'Zebra is a lesson',
    })
    expect(appealed.status).toBe(200)
    for (const url of urls(decision)) expect(await textOf(moderator, url), url).not.toMatch(WORD)
    const undo = { reversalWords: '' }
    const path = `/api/moderation/decisions/${decision}/reversal`
    expect((await send(moderator, 'POST', path, undo)).body.code).toBe('decision-not-found')
    expect((await send(author, 'GET', `/api/user/decisions/${decision}`)).status).toBe(200)
    expect(await textOf(admin, '/api/moderation/cases?state=decided&limit=50')).toMatch(WORD)
    expect(await textOf(admin, '/api/moderation/appeals?limit=50')).toMatch(WORD)
  })
})

it('lets an admin answer the appeal against their own decision if no other admin can see it', async () => {
  const author = await aMember()
  const decision = await decide(admin, await open(admin, await aCollection(author, 'private')), 'remove')
  await send(author, 'POST', `/api/user/decisions/${decision}/appeal`, { words: 'It is mine' })
  const [appeal] = await sql<{ id: number }[]>`select id from appeals where decision_id = ${decision}`
  const answer = { isGranted: true, answer: 'Read again' }
  const answered = await send(admin, 'POST', `/api/moderation/appeals/${appeal?.id}/answer`, answer)
  expect(answered.status).toBe(200)
})

it('shows moderators what is private as it was reported, and not what its author writes later', async () => {
  const [author, reader] = [await aMember(), await aMember()]
  const post = await aPrivatePost(author)
  await sql`insert into private_post_grants (post_id, user_id) values (${post.id}, ${reader.id})`
  const caseId = await report(reader, { kind: 'post', id: String(post.id) })
  expect((await readCase(moderator, caseId)).subject).toMatchObject({
    isReadable: true,
    title: 'Zebra title',
  })
  await send(author, 'PATCH', `/api/posts/${post.id}`, { title: 'A secret', prompt: 'A secret prompt' })
  const later = await readCase(moderator, caseId)
  expect(JSON.stringify(later)).not.toContain('secret')
  expect(later.subject).toMatchObject({ isReadable: false, title: 'Zebra title', text: '' })
  expect(later.earlierTexts).toMatchObject([{ title: 'Zebra title' }])
  expect(later.actions).toEqual(['dismiss', 'hide', 'remove', 'warn', 'mute', 'suspend', 'remove-all'])
  expect((await readCase(admin, caseId)).subject).toMatchObject({ isReadable: true, title: 'A secret' })
})

it('tells each reporter of what they have reported, and not of what it said before', async () => {
  const [author, first, second] = [await aMember(), await aMember(), await aMember()]
  const post = await aPrivatePost(author)
  for (const reader of [first, second])
    await sql`insert into private_post_grants (post_id, user_id) values (${post.id}, ${reader.id})`
  const subject = { kind: 'post', id: String(post.id) }
  const caseId = await report(first, subject)
  await send(author, 'PATCH', `/api/posts/${post.id}`, { title: 'A calm title', prompt: 'Calm' })
  expect(await report(second, subject)).toBe(caseId)
  await decide(moderator, caseId, 'remove')
  for (const url of ['/api/user/reports', '/api/notifications']) {
    expect(await textOf(first, url)).toContain('Zebra title')
    expect(await textOf(second, url)).toContain('A calm title')
    expect(await textOf(second, url)).not.toMatch(WORD)
  }
})

it('shows moderators a public post in its case, and not what it says after its author has made it private', async () => {
  const author = await aMember()
  const post = await seedPost(database, { by: author })
  await recomputeCounts(sql)
  const comment = await seedComment(database, { on: post, content: 'A rude comment' })
  const caseId = await report(await aMember(), { kind: 'post', id: String(post.id) })
  const ofComment = await report(await aMember(), { kind: 'comment', id: String(comment.id) })
  await decide(moderator, caseId, 'dismiss', '')
  await send(author, 'PATCH', '/api/user/posts', { ids: [post.id], isPrivate: true })
  await send(author, 'PATCH', `/api/posts/${post.id}`, { title: 'A secret', prompt: 'A secret prompt' })
  expect(await textOf(moderator, `/api/moderation/cases/${caseId}`)).not.toContain('secret')
  const { post: about } = await readCase(moderator, ofComment)
  expect(about).toBeNull()
  expect((await readCase(admin, ofComment)).post).toMatchObject({ title: 'A secret', text: '' })
})

it('lets moderators see what was removed without a report once somebody who can read it reports it', async () => {
  const { editor, subject } = await aSharedCollection()
  const caseId = await open(admin, subject)
  expect((await send(moderator, 'GET', `/api/moderation/cases/${caseId}`)).status).toBe(404)
  expect(await report(editor, subject)).toBe(caseId)
  expect((await readCase(moderator, caseId)).subject).toMatchObject({ title: 'Zebra collection' })
})

it('hides from moderators what an admin has decided about a private collection that is reported later', async () => {
  const { owner, editor, subject } = await aSharedCollection()
  const decision = await decide(admin, await open(admin, subject), 'remove')
  await send(admin, 'POST', `/api/moderation/decisions/${decision}/reversal`, { reversalWords: '' })
  await send(owner, 'PATCH', `/api/collections/${subject.id}`, { title: 'Another title', description: '' })
  const later = await readCase(moderator, await report(editor, subject))
  expect(later).toMatchObject({ decisions: [], earlierTexts: [], subject: { title: 'Another title' } })
})

it('lets nobody who was only invited read a collection while it is removed', async () => {
  const [owner, invited] = [await aMember(), await aMember()]
  const { id } = await aCollection(owner, 'public')
  const invite = { username: invited.username }
  await send(owner, 'POST', `/api/collections/${id}/editors`, invite)
  const decision = await decide(moderator, await open(moderator, { kind: 'collection', id }), 'remove')
  const urls = [`/api/collections/${id}`, '/api/notifications', '/api/user/export']
  for (const url of urls) expect(await textOf(invited, url), url).not.toMatch(WORD)
  const accept = () => send(invited, 'POST', `/api/collections/${id}/accept`)
  expect((await accept()).status).toBe(404)
  await send(moderator, 'POST', `/api/moderation/decisions/${decision}/reversal`, { reversalWords: '' })
  for (const url of urls) expect(await textOf(invited, url), url).toMatch(WORD)
})

/** A private post that a reader has reported, and whose author has written something else since. */
const aChangedReport = async () => {
  const [author, reader] = [await aMember(), await aMember()]
  const post = await aPrivatePost(author)
  await sql`insert into private_post_grants (post_id, user_id) values (${post.id}, ${reader.id})`
  const caseId = await report(reader, { kind: 'post', id: String(post.id) })
  await send(author, 'PATCH', `/api/posts/${post.id}`, { title: 'A secret', prompt: 'A secret prompt' })
  return { post, caseId }
}

it.each([
  ['a moderator', moderator],
  ['an admin', admin],
])('does not show moderators what %s decides about without a report of it', async (_name, by) => {
  const { post, caseId } = await aChangedReport()
  const decision = await decide(by, caseId, 'warn')
  for (const url of [`/api/moderation/cases/${caseId}`, `/api/user/decisions/${decision}`]) {
    expect(await textOf(moderator, url), url).not.toContain('secret')
    expect(await textOf(moderator, url), url).toMatch(WORD)
  }
  expect((await readCase(moderator, caseId)).subject.isReadable).toBe(false)
  // Admins read it also after its author has deleted it.
  await sql`delete from posts where id = ${post.id}`
  expect((await readCase(admin, caseId)).earlierTexts).toMatchObject([
    { title: 'A secret' },
    { title: 'Zebra title' },
  ])
})

it.each([
  { action: 'label', labels: ['outdated'] },
  { action: 'recategorize', tags: ['calm'] },
])('lets no moderator $action what they cannot read', async (change) => {
  const { caseId } = await aChangedReport()
  const path = `/api/moderation/cases/${caseId}/decisions`
  const decision = { ...change, reason, words: '' }
  expect((await send(moderator, 'POST', path, decision)).body.code).toBe('action-not-possible')
  expect((await send(admin, 'POST', path, decision)).status).toBe(200)
})

it.each([
  ['comment on a private post', sql`comments`, sql`content`],
  ['result on a private post', sql`post_results`, sql`note`],
])('shows in the statement of a removed %s only what was reported', async (name, table, text) => {
  const subject = await (subjects[name] as (author: SignedInMember) => Promise<Subject>)(await aMember())
  const [reader, id] = [await aMember(), Number(subject.id)]
  await sql`
    insert into private_post_grants (post_id, user_id) select post_id, ${reader.id} from ${table} where id = ${id}`
  const caseId = await report(reader, subject)
  await sql`update ${table} set ${text} = 'A secret' where id = ${id}`
  const url = `/api/user/decisions/${await decide(moderator, caseId, 'remove')}`
  expect(await textOf(moderator, url)).not.toContain('secret')
  expect(await textOf(moderator, url)).toMatch(WORD)
  expect(await textOf(admin, url)).toContain('secret')
})

it('names a case that moderators see after a report as it was reported', async () => {
  const { owner, editor, subject } = await aSharedCollection()
  const caseId = await open(admin, subject)
  await send(owner, 'PATCH', `/api/collections/${subject.id}`, { title: 'Another title', description: '' })
  expect(await report(editor, subject)).toBe(caseId)
  await send(owner, 'PATCH', `/api/collections/${subject.id}`, { title: 'A later title', description: '' })
  for (const url of ['/api/moderation/cases?limit=50', `/api/moderation/cases/${caseId}`]) {
    expect(await textOf(moderator, url), url).toContain('Another title')
    expect(await textOf(moderator, url), url).not.toMatch(/later title/)
  }
  expect((await readCase(moderator, caseId)).excerpt).toBe('Another title')
})

it('does not name a report by what another reporter has read, once what its reporter has read is deleted', async () => {
  const [author, first, second] = [await aMember(), await aMember(), await aMember()]
  const post = await aPrivatePost(author)
  for (const reader of [first, second])
    await sql`insert into private_post_grants (post_id, user_id) values (${post.id}, ${reader.id})`
  const subject = { kind: 'post', id: String(post.id) }
  await report(first, subject)
  await send(author, 'PATCH', `/api/posts/${post.id}`, { title: 'A calm title', prompt: 'Calm' })
  await report(second, subject)
  await sql`delete from moderated_texts where subject_id = ${post.id}`
  const { body: reports } = await send(second, 'GET', '/api/user/reports')
  expect(reports).toMatchObject([{ subjectKind: 'post', excerpt: '[no longer stored]' }])
})

it('shows moderators a collection by link as it was reported, and gives them no link to it', async () => {
  const owner = await aMember()
  const subject = await aCollection(owner, 'link')
  const caseId = await report(await aMember(), subject)
  expect((await readCase(moderator, caseId)).subject).toMatchObject({ title: 'Zebra collection', href: null })
  await send(owner, 'PATCH', `/api/collections/${subject.id}`, { title: 'A secret', description: '' })
  await sql`update reports set url = ${`https://example.com/collection/${subject.id}`} where case_id = ${caseId}`
  const decision = await decide(moderator, caseId, 'warn')
  for (const url of [`/api/moderation/cases/${caseId}`, `/api/user/decisions/${decision}`]) {
    expect(await textOf(moderator, url), url).not.toContain('secret')
    expect(await textOf(moderator, url), url).not.toContain(subject.id)
    expect(await textOf(admin, url), url).toContain(subject.id)
  }
  expect((await readCase(moderator, caseId)).subject).toMatchObject({ isReadable: false, text: '' })
  await addEditor(subject.id, moderator)
  expect((await readCase(moderator, caseId)).subject).toMatchObject({ isReadable: true, title: 'A secret' })
})
