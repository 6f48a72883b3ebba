import { describe, expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import type { JobContext } from '#server/jobs/job.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedDraft, seedPost, seedSuggestedEdit } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { csvHeader, formatCsvLine, importText } from '#tests/support/import-files.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'
import { type SignedInMember, withMembers } from '#tests/support/signed-in-members.ts'
import { removedPostPurgeJob } from './purge-removed-posts.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })
const { aMember, send } = withMembers(app, database)

const moderator = await aMember({ isModerator: true })
let number = 0
const newName = (name: string): string => {
  number += 1
  return `${name} ${number}`
}
const newPrompt = () => newName('Sell what this offers:')
const publish = (by: SignedInMember, prompt: string, more: object = {}) =>
  send(by, 'POST', '/api/posts', {
    title: newName('Title'),
    description: 'Words',
    prompt,
    type: 'Text',
    ...more,
  })
const decide = async (id: number, action: string) => {
  const opened = await send(moderator, 'POST', '/api/moderation/cases', {
    subject: { kind: 'post', id: String(id) },
  })
  const { subject } = (await send(moderator, 'GET', `/api/moderation/cases/${opened.body.id}`)).body
  const body = {
    action,
    reason: action === 'dismiss' ? '' : 'Something else',
    words: '',
    revision: subject.revision,
  }
  return (await send(moderator, 'POST', `/api/moderation/cases/${opened.body.id}/decisions`, body)).body
}
/** A prompt of an author that a moderator has removed. */
const aRemovedPrompt = async () => {
  const author = await aMember()
  const prompt = newPrompt()
  const { body: post } = await publish(author, prompt)
  const decision = await decide(post.id, 'remove')
  return { author, prompt, post, decision }
}
const isRefused = {
  status: 409,
  body: {
    code: 'removed-prompt',
    message:
      'Moderators have removed a post of yours with this prompt. Appeal their decision, or change the prompt.',
  },
}
const runPurge = () =>
  removedPostPurgeJob.run({ sql, signal: new AbortController().signal } as unknown as JobContext, {})

describe('a prompt that moderators have removed', () => {
  it('cannot be published again by its author, in whatever case and blanks, but kept in private', async () => {
    const { author, prompt } = await aRemovedPrompt()
    for (const copy of [prompt, prompt.toUpperCase(), prompt.replaceAll(' ', ' \n ')])
      expect(await publish(author, copy)).toMatchObject(isRefused)
    expect((await publish(author, `${prompt}, or not`)).body.restriction).toBe(null)
    const { status, body } = await publish(author, prompt, { isPrivate: true })
    expect([status, body.restriction]).toEqual([200, null])
    const published = await send(author, 'PATCH', '/api/user/posts', { ids: [body.id], isPrivate: false })
    expect(published.body).toMatchObject({ failed: [{ id: body.id, code: 'removed-prompt' }] })
  })

  it.each<[string, (author: SignedInMember, id: number, prompt: string) => Promise<{ status: number }>]>([
    ['an edit', (author, id, prompt) => send(author, 'PATCH', `/api/posts/${id}`, { prompt })],
    [
      'a restored version',
      async (author, id, prompt) => {
        await send(author, 'PATCH', `/api/posts/${id}`, { prompt: `${prompt} now` })
        await sql`update post_versions set fields = fields || jsonb_build_object('prompt', ${prompt}::text) where post_id = ${id} and number = 1`
        return send(author, 'POST', `/api/posts/${id}/versions/1/restore`)
      },
    ],
    [
      'an accepted suggestion',
      async (author, id, prompt) => {
        const edit = await seedSuggestedEdit(database, { id }, await aMember())
        await sql`
          update suggested_edits set before = jsonb_build_object('prompt', (select prompt from posts where id = ${id})),
            after = jsonb_build_object('prompt', ${prompt}::text) where id = ${edit}`
        return send(author, 'POST', `/api/posts/${id}/suggested-edits/${edit}/accept`)
      },
    ],
  ])('does not come back by %s', async (_, change) => {
    const { author, prompt } = await aRemovedPrompt()
    const { body: post } = await publish(author, newPrompt())
    expect(await change(author, post.id, prompt)).toMatchObject(isRefused)
    expect((await send(author, 'GET', `/api/posts/${post.id}`)).body.prompt).not.toBe(prompt)
  })

  it('does not come back by an import, a draft or a remix', async () => {
    const { author, prompt, post } = await aRemovedPrompt()
    await send(author, 'DELETE', `/api/posts/${post.id}`)
    const fields = { title: 'A title', description: 'Words', prompt, type: 'Text' }
    const imported = await send(author, 'POST', '/api/user/import', {
      posts: [fields],
      isPrivate: false,
    })
    expect(imported.body).toMatchObject([{ status: 'rejected', message: isRefused.body.message }])
    const draftId = await seedDraft(database, author, fields)
    expect(await publish(author, prompt, { draftId })).toMatchObject(isRefused)
    const source = await seedPost(database)
    expect(await publish(author, prompt, { remixOf: source.id })).toMatchObject(isRefused)
  })

  it('waits for a look if others publish it, because it may be theirs', async () => {
    await recomputeCounts(sql)
    const { prompt } = await aRemovedPrompt()
    const [other, reader] = [await aMember({ trustLevel: 'regular' }), await aMember()]
    const { body: copy } = await publish(other, prompt)
    expect(copy.restriction).toBe('waiting')
    expect((await send(reader, 'GET', `/api/posts/${copy.id}`)).status).toBe(404)
    const [found] = await sql<{ findings: string[] }[]>`
      select findings from moderation_cases where subject_id = ${copy.id} and is_open`
    expect(found?.findings).toEqual(['The same prompt has been removed'])
    await decide(copy.id, 'dismiss')
    expect((await send(reader, 'GET', `/api/posts/${copy.id}`)).status).toBe(200)

    const { body: edited } = await publish(other, newPrompt())
    await send(other, 'PATCH', `/api/posts/${edited.id}`, { prompt: prompt.toUpperCase() })
    expect((await send(other, 'GET', `/api/posts/${edited.id}`)).body.restriction).toBe('waiting')
    const { body: hidden } = await publish(reader, prompt, { isPrivate: true })
    await send(reader, 'PATCH', '/api/user/posts', { ids: [hidden.id], isPrivate: false })
    expect((await send(reader, 'GET', `/api/posts/${hidden.id}`)).body.restriction).toBe('waiting')
    expect((await publish(moderator, prompt)).body.restriction).toBe(null)
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('can be published again once the decision is undone, or the time for an appeal is over', async () => {
    const undone = await aRemovedPrompt()
    await send(moderator, 'POST', `/api/moderation/decisions/${undone.decision.id}/reversal`, {
      reversalWords: '',
    })
    await send(undone.author, 'DELETE', `/api/posts/${undone.post.id}`)
    expect((await publish(undone.author, undone.prompt)).status).toBe(200)

    const old = await aRemovedPrompt()
    await sql`update removed_prompts set removed_at = now() - interval '179 days' where post_id = ${old.post.id}`
    await runPurge()
    expect(await publish(old.author, old.prompt)).toMatchObject(isRefused)
    await sql`update removed_prompts set removed_at = now() - interval '181 days' where post_id = ${old.post.id}`
    await runPurge()
    expect((await publish(old.author, old.prompt)).status).toBe(200)
    await recomputeCounts(sql)
  })

  it('is known after its author has left', async () => {
    const { author, prompt } = await aRemovedPrompt()
    await sql`delete from posts where user_id = ${author.id}`
    await sql`delete from users where id = ${author.id}`
    expect((await publish(await aMember(), prompt)).body.restriction).toBe('waiting')
  })
})

it('makes imported copies of removed prompts wait for a look, whoever is their author', async () => {
  const { author, prompt } = await aRemovedPrompt()
  const others = newPrompt()
  const csv = [
    csvHeader,
    formatCsvLine('A copy', prompt.toUpperCase(), 'FALSE', 'TEXT', author.username),
    formatCsvLine('Another copy', prompt, 'FALSE', 'TEXT', 'somebody-else'),
    formatCsvLine('No copy', others, 'FALSE', 'TEXT', 'somebody-else'),
  ].join('\n')
  expect(await importText(sql, csv)).toMatchObject({ added: 3, badRows: 0 })
  const rows = await sql`
    select p.title, p.restriction, c.findings from posts p
    left join moderation_cases c on c.subject_kind = 'post' and c.subject_id = p.id
    where p.title in ('A copy', 'Another copy', 'No copy') order by p.title`
  const finding = { restriction: 'waiting', findings: ['The same prompt has been removed'] }
  expect(rows).toEqual([
    { title: 'A copy', ...finding },
    { title: 'Another copy', ...finding },
    { title: 'No copy', restriction: null, findings: null },
  ])
  await recomputeCounts(sql)
  expect(await verifyCounts(sql)).toEqual([])
})
