import { describe, expect, it } from 'vitest'
import { lockPostFields } from '#features/posts/server/post-fields-query.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedTopic } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'
import { type SignedInMember, withMembers } from '#tests/support/signed-in-members.ts'
import { writeChanges } from './edit-post.ts'
import { restrictPosts } from './restrict-posts.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })
const { aMember, send } = withMembers(app, database)
const [reader, moderator] = [await aMember(), await aMember({ isModerator: true })]
const admin = await aMember({ isAdmin: true })
const topic = await seedTopic(database)

const publish = async (by: SignedInMember, fields: object = {}): Promise<number> => {
  const post = { description: 'Zebra description', prompt: 'Zebra prompt', type: 'Text', topicId: topic.id }
  const { status, body } = await send(by, 'POST', '/api/posts', {
    title: `Zebra title of ${by.username}`,
    ...post,
    ...fields,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  await recomputeCounts(sql)
  return body.id
}
const edit = async (by: SignedInMember, id: number, fields: object = {}) => {
  const calm = { title: `A calm title of ${by.username}`, description: 'Calm', prompt: `Calm ${id}` }
  const { status, body } = await send(by, 'PATCH', `/api/posts/${id}`, { ...calm, ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
}
const decide = async (subject: object, action: string, reason = 'Something else'): Promise<number> => {
  const opened = await send(moderator, 'POST', '/api/moderation/cases', { subject })
  const found = await send(moderator, 'GET', `/api/moderation/cases/${opened.body.id}`)
  const { revision } = found.body.subject
  const path = `/api/moderation/cases/${opened.body.id}/decisions`
  const { status, body } = await send(moderator, 'POST', path, { action, reason, words: '', revision })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}
const undo = async (decision: number) => {
  const path = `/api/moderation/decisions/${decision}/reversal`
  expect((await send(admin, 'POST', path, { reversalWords: '' })).status).toBe(200)
}
/** Restricts a post as if it had waited for a decision since it was published. */
const makeWait = async (id: number, restriction: string) => {
  await sql`
    update posts set restriction = ${restriction}, restricted_since = now(), restricted_topic_id = topic_id,
      is_private = true, private_id = ${`link-${id}`}, topic_id = null where id = ${id}`
  await recomputeCounts(sql)
}
const listVersions = async (by: SignedInMember, id: number): Promise<number[]> =>
  (await send(by, 'GET', `/api/posts/${id}/versions`)).body.versions.map(
    ({ number }: { number: number }) => number,
  )
/** Returns which of the addresses of a post and its history show the word to somebody. */
const findWord = async (by: SignedInMember | null, id: number): Promise<string[]> => {
  const found: string[] = []
  const { seoSlug } = (await send(by, 'GET', `/api/posts/${id}`)).body
  for (const path of [
    '',
    '/versions',
    '/versions/1',
    '/versions/compare?from=1&to=2',
    '/skill',
    '/suggested-edits',
    '/suggested-edits/1',
  ]) {
    const { body } = await app.inject({ url: `/api/posts/${id}${path}`, headers: by?.headers ?? {} })
    if (/zebra/i.test(body)) found.push(path)
  }
  return /zebra/.test(seoSlug) ? [...found, 'slug'] : found
}

const skill = { form: 'skill', skill: '{"name":"helper"}' }
/** Withdraws the current version of a skill. Returns the decision. */
const withdraw = async (author: SignedInMember, id: number): Promise<number> => {
  const body = { reason: 'Because', rule: 'Something else' }
  const { status } = await send(admin, 'POST', `/api/posts/${id}/versions/1/withdraw`, body)
  expect(status).toBe(200)
  return (await send(author, 'GET', '/api/user/decisions')).body[0].id
}

describe('The current version of a skill that moderators have withdrawn', () => {
  it('is read by its author only after the next edit, until the decision is undone', async () => {
    const author = await aMember()
    const id = await publish(author, skill)
    const decision = await withdraw(author, id)
    await edit(author, id)
    for (const by of [null, reader, moderator]) expect(await findWord(by, id)).toEqual([])
    expect(await findWord(author, id)).toContain('/versions/1')
    expect((await send(author, 'POST', `/api/posts/${id}/versions/1/restore`)).body.code).toBe(
      'version-withdrawn',
    )
    await undo(decision)
    expect(await findWord(reader, id)).toContain('/versions/1')
  })

  it('stays readable after an edit if the decision was undone before', async () => {
    const author = await aMember()
    const id = await publish(author, skill)
    await undo(await withdraw(author, id))
    await edit(author, id)
    expect(await findWord(reader, id)).toContain('/versions/1')
  })
})

describe('What a post said while readers did not see it', () => {
  it('is read by its author only after the edit that a moderator has asked for, until the decision is undone', async () => {
    const author = await aMember()
    const id = await publish(author)
    const quote = { title: 'Better', description: 'Better', prompt: 'Better', reason: 'It says more' }
    expect((await send(reader, 'POST', `/api/posts/${id}/suggested-edits`, quote)).status).toBe(200)
    const decision = await decide({ kind: 'post', id: String(id) }, 'hide')
    await edit(author, id)
    for (const by of [null, await aMember(), moderator]) expect(await findWord(by, id)).toEqual([])
    expect(await findWord(author, id)).toContain('/versions/1')
    await undo(decision)
    expect(await findWord(await aMember(), id)).toContain('/versions/1')
  })

  it('leaves the versions before it in the history', async () => {
    const author = await aMember()
    const id = await publish(author, { prompt: 'An old prompt' })
    await edit(author, id, { title: 'Zebra again', prompt: 'Zebra again' })
    await sql`update post_versions set created_at = created_at - interval '1 hour' where post_id = ${id}`
    await decide({ kind: 'post', id: String(id) }, 'hide')
    await edit(author, id)
    expect(await listVersions(reader, id)).toEqual([3, 1])
  })

  it('is withdrawn by an edit whose transaction began before the post was hidden', async () => {
    const author = await aMember()
    const id = await publish(author)
    await sql.begin(async (tx) => {
      await tx`select 1`
      await decide({ kind: 'post', id: String(id) }, 'hide')
      const before = await lockPostFields(tx, id)
      if (!before) throw new Error('The post does not exist')
      const calm = { title: 'Calm', description: 'Calm', prompt: 'Calm' }
      await writeChanges(tx, before, calm, { editorId: author.id, note: '' })
    })
    expect((await send(reader, 'GET', `/api/posts/${id}`)).body.description).toBe('Calm')
    expect(await findWord(reader, id)).toEqual([])
    expect(await listVersions(reader, id)).toEqual([2])
  })

  it('does not include what an edit has replaced before the post was hidden, if the transaction that hid it began first', async () => {
    const author = await aMember()
    const id = await publish(author, { prompt: 'An old prompt' })
    await sql.begin(async (tx) => {
      await tx`select 1`
      await edit(author, id, { title: 'Zebra again', prompt: 'Zebra again' })
      await restrictPosts(tx, [id], 'hidden')
    })
    // Another member's edit is not combined with the one before.
    await sql`update post_versions set user_id = null where post_id = ${id}`
    await edit(author, id)
    expect(await listVersions(reader, id)).toEqual([3, 1])
  })

  it('is given back if the hiding by reports is undone after an edit', async () => {
    const author = await aMember()
    const id = await publish(author)
    for (let index = 0; index < 3; index += 1) {
      const report = { subject: { kind: 'post', id: String(id) }, reason: 'Something else', words: '' }
      const reporter = await aMember({ trustLevel: 'regular' })
      expect((await send(reporter, 'POST', '/api/reports', report)).status).toBe(200)
    }
    await edit(author, id)
    const { body: decisions } = await send(author, 'GET', '/api/user/decisions')
    expect((await send(author, 'GET', `/api/posts/${id}`)).body.restriction).toBe('reported')
    await undo(decisions[0].id)
    expect(await listVersions(reader, id)).toEqual([2, 1])
    expect(await findWord(reader, id)).toContain('/versions/1')
  })

  it.each(['reported', 'waiting'])(
    'is in the queue again when the decision to hide it is undone, unless an edit has shown the post (%s)',
    async (restriction) => {
      const author = await aMember()
      const [edited, unchanged] = [await publish(author), await publish(author, { prompt: 'Another prompt' })]
      for (const id of [edited, unchanged]) {
        await makeWait(id, restriction)
        const decision = await decide({ kind: 'post', id: String(id) }, 'hide')
        if (id === edited) await edit(author, id)
        await undo(decision)
      }
      const findCases = (id: number) =>
        sql`select is_open from moderation_cases where subject_kind = 'post' and subject_id = ${id}`
      expect(await findCases(edited)).toEqual([{ isOpen: false }])
      expect(await findCases(unchanged)).toEqual([{ isOpen: true }])
    },
  )

  it.each(['reported', 'waiting'])(
    'is not given back by undoing the decision to hide it, if it waited for a decision then (%s)',
    async (restriction) => {
      const author = await aMember()
      const id = await publish(author)
      await makeWait(id, restriction)
      const decision = await decide({ kind: 'post', id: String(id) }, 'hide')
      await edit(author, id)
      await undo(decision)
      for (const by of [null, reader, moderator]) expect(await findWord(by, id)).toEqual([])
      expect((await send(reader, 'GET', `/api/posts/${id}`)).body).toMatchObject({ description: 'Calm' })
      expect(await listVersions(reader, id)).toEqual([2])
      expect(await findWord(author, id)).toContain('/versions/1')
    },
  )

  it('still waits for a first look after the decision to hide it is undone, as its author has edited it', async () => {
    const newcomer = await aMember({ trustLevel: 'newcomer' })
    const id = await publish(newcomer, { description: 'Zebras at https://zebra.test/' })
    const decision = await decide({ kind: 'post', id: String(id) }, 'hide')
    await edit(newcomer, id, { description: 'Calm at https://calm.test/' })
    await undo(decision)
    const waiting = await send(newcomer, 'GET', `/api/posts/${id}`)
    expect(waiting.body).toMatchObject({ restriction: 'waiting', description: 'Calm at https://calm.test/' })
    expect((await send(reader, 'GET', `/api/posts/${id}`)).status).toBe(404)
    await decide({ kind: 'post', id: String(id) }, 'dismiss', '')
    expect(await findWord(reader, id)).toEqual([])
    expect((await send(reader, 'GET', `/api/posts/${id}`)).body).toMatchObject({ restriction: null })
  })

  it('is given back if reports had hidden it and both decisions are undone', async () => {
    const author = await aMember()
    const id = await publish(author)
    for (let index = 0; index < 3; index += 1) {
      const report = { subject: { kind: 'post', id: String(id) }, reason: 'Something else', words: '' }
      const reporter = await aMember({ trustLevel: 'regular' })
      expect((await send(reporter, 'POST', '/api/reports', report)).status).toBe(200)
    }
    const hidden = await decide({ kind: 'post', id: String(id) }, 'hide')
    await edit(author, id)
    await undo(hidden)
    expect(await listVersions(reader, id)).toEqual([2])
    const { body: decisions } = await send(author, 'GET', '/api/user/decisions')
    await undo(decisions.at(-1).id)
    expect(await listVersions(reader, id)).toEqual([2, 1])
  })

  it.each(['reported', 'waiting'])(
    'is read by its author only when a moderator approves what it says now (%s)',
    async (restriction) => {
      const author = await aMember()
      const id = await publish(author)
      await makeWait(id, restriction)
      await edit(author, id)
      // A second reason to restrict it ends the first one.
      if (restriction === 'reported') {
        await decide({ kind: 'post', id: String(id) }, 'hide')
        await edit(author, id, { prompt: 'Calmer' })
      } else await decide({ kind: 'post', id: String(id) }, 'dismiss', '')
      for (const by of [null, reader, moderator]) expect(await findWord(by, id)).toEqual([])
      expect((await send(reader, 'GET', `/api/posts/${id}`)).body).toMatchObject({ description: 'Calm' })
      expect(await findWord(author, id)).toContain('/versions/1')
    },
  )
})
