import { describe, expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedSuggestedEdit, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

type Headers = Record<string, string>
const send = async (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  headers: Headers = {},
  payload?: object,
) => {
  const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, ...answer.json() }
}
const aMember = async () => {
  const member = await seedUser(database)
  return { ...member, headers: await seedSession(database, member) }
}
/** Creates a post, its author, and another member who reads it. */
const aReadPost = async (fields: object = {}) => {
  const [author, reader] = [await aMember(), await aMember()]
  const post = await seedPost(database, { by: author, title: 'Trip', prompt: 'Plan a trip.', ...fields })
  return { author, reader, post, url: `/api/posts/${post.id}/suggested-edits` }
}
const suggestion = { prompt: 'Plan a cheap trip.', reason: ' Names the budget ' }
const notificationsOf = async (headers: Headers) =>
  Object.values(await send('GET', '/api/notifications', headers)).filter(
    (value): value is { type: string; suggestedEditId: number } => typeof value === 'object',
  )

describe('A suggested edit', () => {
  it('becomes a version credited to both when the author accepts it', async () => {
    const { author, reader, post, url } = await aReadPost()
    const { id } = await send('POST', url, reader.headers, suggestion)
    expect(await notificationsOf(author.headers)).toMatchObject([
      { type: 'edit-suggested', suggestedEditId: id, fromUserId: reader.id },
    ])
    expect(await send('GET', `${url}/${id}`, author.headers)).toMatchObject({
      isOutdated: false,
      suggestedEdit: { status: 'open', changed: ['prompt'], reason: 'Names the budget' },
      fields: [
        {
          name: 'prompt',
          changes: [
            { text: 'Plan a ', change: 'same' },
            { text: 'cheap ', change: 'added' },
            { text: 'trip.', change: 'same' },
          ],
        },
      ],
    })
    expect(await send('POST', `${url}/${id}/accept`, author.headers)).toMatchObject({
      version: 2,
      prompt: 'Plan a cheap trip.',
    })
    const { versions } = await send('GET', `/api/posts/${post.id}/versions`)
    expect(versions[0]).toMatchObject({
      number: 2,
      user: { id: author.id },
      suggestedBy: { id: reader.id },
      note: 'Names the budget',
    })
    expect(await notificationsOf(reader.headers)).toMatchObject([{ type: 'edit-accepted' }])
    expect((await send('GET', `${url}/${id}`)).suggestedEdit).toMatchObject({
      status: 'accepted',
      version: 2,
    })
    expect((await verifyCounts(sql)).filter(({ table }) => table === 'posts')).toEqual([])
  })

  it("is a version of its own, also within ten minutes of the author's own edits", async () => {
    const { author, reader, post, url } = await aReadPost()
    await send('PATCH', `/api/posts/${post.id}`, author.headers, { description: 'First' })
    const { id } = await send('POST', url, reader.headers, suggestion)
    await send('POST', `${url}/${id}/accept`, author.headers)
    await send('PATCH', `/api/posts/${post.id}`, author.headers, { description: 'Second' })
    const { versions } = await send('GET', `/api/posts/${post.id}/versions`)
    expect(
      versions.map((version: { number: number; suggestedBy: { id: number } | null }) => [
        version.number,
        version.suggestedBy?.id ?? null,
      ]),
    ).toEqual([
      [4, null],
      [3, reader.id],
      [2, null],
      [1, null],
    ])
  })

  it('cannot be accepted after the author has changed the same text, but after another one', async () => {
    const { author, reader, post, url } = await aReadPost()
    const { id } = await send('POST', url, reader.headers, suggestion)
    await send('PATCH', `/api/posts/${post.id}`, author.headers, { prompt: 'Plan two trips.' })
    expect(await send('GET', `${url}/${id}`, author.headers)).toMatchObject({ isOutdated: true })
    expect(await send('POST', `${url}/${id}/accept`, author.headers)).toMatchObject({
      status: 409,
      code: 'suggested-edit-outdated',
    })
    await send('PATCH', `${url}/${id}`, reader.headers, { ...suggestion, prompt: 'Plan two cheap trips.' })
    await send('PATCH', `/api/posts/${post.id}`, author.headers, { title: 'Trips' })
    expect(await send('POST', `${url}/${id}/accept`, author.headers)).toMatchObject({
      prompt: 'Plan two cheap trips.',
      title: 'Trips',
    })
  })

  it('goes back to its author, who changes it, and is decided once', async () => {
    const { author, reader, url } = await aReadPost()
    const { id } = await send('POST', url, reader.headers, suggestion)
    expect((await send('POST', `${url}/${id}/request-changes`, author.headers, { answer: ' ' })).status).toBe(
      400,
    )
    await send('POST', `${url}/${id}/request-changes`, author.headers, { answer: 'Which budget?' })
    expect((await send('GET', `${url}/${id}`, reader.headers)).suggestedEdit).toMatchObject({
      status: 'changes-requested',
      answer: 'Which budget?',
    })
    expect(await send('GET', `${url}/${id}/texts`, reader.headers)).toMatchObject({
      texts: { prompt: 'Plan a cheap trip.' },
      reason: 'Names the budget',
    })
    await send('PATCH', `${url}/${id}`, reader.headers, { ...suggestion, title: 'Trip under $100' })
    expect((await send('GET', `${url}/${id}`, reader.headers)).suggestedEdit).toMatchObject({
      status: 'open',
      changed: ['title', 'prompt'],
    })
    await send('POST', `${url}/${id}/decline`, author.headers, { answer: 'Too narrow' })
    expect((await send('GET', url, reader.headers)).suggestedEdits).toMatchObject([
      { status: 'declined', answer: 'Too narrow' },
    ])
    for (const [method, path, headers] of [
      ['POST', '/accept', author.headers],
      ['POST', '/decline', author.headers],
      ['PATCH', '', reader.headers],
    ] as const)
      expect(await send(method, `${url}/${id}${path}`, headers, suggestion)).toMatchObject({
        status: 409,
        code: 'suggested-edit-decided',
      })
    expect((await notificationsOf(reader.headers)).map(({ type }) => type)).toEqual([
      'edit-declined',
      'edit-changes-requested',
    ])
    expect((await notificationsOf(author.headers)).map(({ type }) => type)).toEqual([
      'edit-suggested',
      'edit-suggested',
    ])
  })

  it('is accepted by one of two concurrent requests', async () => {
    const { author, reader, post, url } = await aReadPost()
    const { id } = await send('POST', url, reader.headers, suggestion)
    const answers = await Promise.all([1, 2].map(() => send('POST', `${url}/${id}/accept`, author.headers)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await send('GET', `/api/posts/${post.id}/versions`)).versions).toHaveLength(2)
  })

  it('of a post that becomes private shows its texts to the member who suggested it, and nothing of the post', async () => {
    const { author, reader, post, url } = await aReadPost()
    const other = await aMember()
    const { id } = await send('POST', url, reader.headers, suggestion)
    const { id: second } = await send('POST', url, other.headers, suggestion)
    const hide = { ids: [post.id], isPrivate: true }
    expect((await send('PATCH', '/api/user/posts', author.headers, hide)).done).toEqual([post.id])
    await send('PATCH', `/api/posts/${post.id}`, author.headers, {
      title: 'Secret',
      prompt: 'A secret trip.',
    })
    for (const path of [url, `${url}/${id}`, `${url}/${second}/texts`])
      expect(await send('GET', path, reader.headers), path).toMatchObject({
        status: 404,
        code: 'post-not-found',
      })
    const revised = await send('PATCH', `${url}/${id}`, reader.headers, suggestion)
    expect(revised.code).toBe('post-not-found')
    const own = await send('GET', `${url}/${id}/texts`, reader.headers)
    expect(own).toEqual({ status: 200, texts: { prompt: 'Plan a cheap trip.' }, reason: 'Names the budget' })
    const exported = await send('GET', '/api/user/export', reader.headers)
    expect(exported.suggestedEdits).toMatchObject([{ id, status: 'open' }])
    const answer = { answer: 'Not any more' }
    expect((await send('POST', `${url}/${second}/decline`, author.headers, answer)).status).toBe(200)
    const seen = [exported, await send('GET', '/api/notifications', other.headers)]
    expect(JSON.stringify(seen)).not.toMatch(/wombat/i)

    expect((await send('DELETE', `${url}/${second}`, reader.headers)).code).toBe('post-not-found')
    expect((await send('DELETE', `${url}/${id}`, reader.headers)).status).toBe(200)
    const { suggestedEdits } = await send('GET', url, author.headers)
    expect(suggestedEdits).toMatchObject([{ id: second, status: 'declined' }])
  })

  it('that is accepted while the post is private shows nothing of the post to the member who suggested it', async () => {
    const { author, reader, post, url } = await aReadPost()
    const { id } = await send('POST', url, reader.headers, suggestion)
    await send('PATCH', '/api/user/posts', author.headers, { ids: [post.id], isPrivate: true })
    await send('PATCH', `/api/posts/${post.id}`, author.headers, { title: 'Wombat' })
    expect((await send('POST', `${url}/${id}/accept`, author.headers)).status).toBe(200)
    const exported = await send('GET', '/api/user/export', reader.headers)
    expect(exported.suggestedEdits).toMatchObject([{ id, status: 'accepted' }])
    expect(JSON.stringify(exported)).not.toMatch(/wombat/i)
    expect((await send('GET', '/api/user/export', author.headers)).versions.length).toBeGreaterThan(1)
  })

  it('has to change something, to say why, and is refused for own and private posts', async () => {
    const { author, reader, url } = await aReadPost()
    expect(
      (await send('POST', url, reader.headers, { title: ' Trip ', reason: 'Same' })).issues[0].path,
    ).toBe('prompt')
    expect((await send('POST', url, reader.headers, { title: 'Other' })).issues[0].path).toBe('reason')
    expect((await send('POST', url, reader.headers, { title: '', reason: 'No' })).issues[0].path).toBe(
      'title',
    )
    expect(await send('POST', url, author.headers, suggestion)).toMatchObject({ code: 'own-post-suggestion' })
    const hidden = await aReadPost({ isPrivate: true })
    expect((await send('POST', hidden.url, reader.headers, suggestion)).status).toBe(404)
    await send('GET', `/api/private/${hidden.post.privateId}`, reader.headers)
    expect(await send('POST', hidden.url, reader.headers, suggestion)).toMatchObject({
      code: 'private-post-suggestion',
    })
  })

  it('waits with at most four others of the same member', async () => {
    const { author, reader, url } = await aReadPost()
    const ids: number[] = []
    for (let index = 0; index < 5; index += 1)
      ids.push((await send('POST', url, reader.headers, { title: `Trip ${index}`, reason: 'Better' })).id)
    expect(await send('POST', url, reader.headers, suggestion)).toMatchObject({
      code: 'too-many-suggested-edits',
    })
    await send('POST', `${url}/${ids[0]}/decline`, author.headers, {})
    expect((await send('POST', url, reader.headers, suggestion)).status).toBe(200)
  })

  it('shows visitors the beginnings of the prompts only', async () => {
    const beginning = 'x'.repeat(150)
    const { reader, url } = await aReadPost({ prompt: `${beginning} SECRET` })
    const { id } = await send('POST', url, reader.headers, {
      prompt: `${beginning} HIDDEN`,
      reason: 'Better end',
    })
    const seen = await send('GET', `${url}/${id}`)
    expect(JSON.stringify(seen)).not.toMatch(/SECRET|HIDDEN/)
    expect(seen).toMatchObject({ isCut: true, isOutdated: false })
    expect(JSON.stringify(await send('GET', `${url}/${id}`, reader.headers))).toMatch(/SECRET.*HIDDEN/)
  })

  it('is deleted by whoever suggested it unless it was accepted, and by nobody else', async () => {
    const { author, reader, url } = await aReadPost()
    const { id } = await send('POST', url, reader.headers, suggestion)
    await send('POST', `${url}/${id}/accept`, author.headers)
    expect((await send('DELETE', `${url}/${id}`, reader.headers)).status).toBe(409)
    const other = await send('POST', url, reader.headers, { title: 'Other', reason: 'Better' })
    expect((await send('DELETE', `${url}/${other.id}`, author.headers)).status).toBe(403)
    expect((await send('DELETE', `${url}/${other.id}`, reader.headers)).status).toBe(200)
    const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))
    expect((await send('DELETE', `${url}/${id}`, admin)).status).toBe(403)
    expect((await send('GET', url)).suggestedEdits).toHaveLength(1)
  })

  it('is listed in pages, exported, and deleted with the account, while the version stays', async () => {
    const { author, reader, post, url } = await aReadPost()
    const accepted = await send('POST', url, reader.headers, suggestion)
    await send('POST', `${url}/${accepted.id}/accept`, author.headers)
    for (let index = 0; index < 20; index += 1) await seedSuggestedEdit(database, post, reader)
    const first = await send('GET', url)
    expect(first.suggestedEdits).toHaveLength(20)
    const rest = await send('GET', `${url}?before=${first.before}`)
    expect(rest).toMatchObject({ suggestedEdits: [{ id: accepted.id }], before: null })
    const exported = await send('GET', '/api/user/export', reader.headers)
    expect(exported.suggestedEdits).toHaveLength(21)
    expect(exported.suggestedEdits[0]).toMatchObject({
      texts: { prompt: 'Plan a cheap trip.' },
      status: 'accepted',
    })
    await sql`delete from users where id = ${reader.id}`
    expect((await send('GET', url, author.headers)).suggestedEdits).toEqual([])
    const { versions } = await send('GET', `/api/posts/${post.id}/versions`, author.headers)
    expect(versions[0]).toMatchObject({ number: 2, suggestedBy: null })
  })
})

describe('A suggested edit from before its post was published again', () => {
  it('is read by the author and the member who suggested it, because it quotes the old text', async () => {
    const { author, reader, post, url } = await aReadPost({ prompt: 'Use SECRET-KEY-123.' })
    const { id } = await send('POST', url, reader.headers, { prompt: 'Use a key.', reason: 'Safer' })
    expect((await send('GET', `${url}/${id}`, (await aMember()).headers)).status).toBe(200)
    const setPrivate = (isPrivate: boolean) =>
      send('PATCH', '/api/user/posts', author.headers, { ids: [post.id], isPrivate })
    await setPrivate(true)
    await send('PATCH', `/api/posts/${post.id}`, author.headers, { prompt: 'Use your key.' })
    await setPrivate(false)
    for (const by of [author, reader])
      expect(JSON.stringify(await send('GET', `${url}/${id}`, by.headers))).toContain('SECRET-KEY-123')
    const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))
    for (const headers of [{}, (await aMember()).headers, admin]) {
      expect((await send('GET', url, headers)).suggestedEdits).toEqual([])
      expect((await send('GET', `${url}/${id}`, headers)).status).toBe(404)
    }
    const later = await send('POST', url, (await aMember()).headers, {
      prompt: 'Use any key.',
      reason: 'Short',
    })
    const { suggestedEdits } = await send('GET', url, (await aMember()).headers)
    expect(suggestedEdits).toMatchObject([{ id: later.id }])
  })
})
