import { afterAll, describe, expect, it } from 'vitest'
import { recordReleases } from '#features/skills/server/releases-query.ts'
import { openDatabase } from '#server/database/connect.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedCollection, seedPost, seedSuggestedEdit } from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'
import { type SignedInMember, withMembers } from '#tests/support/signed-in-members.ts'

const database = openDatabase({ url: await provisionTestDatabase(), max: 5 })
const { sql } = database
const app = await buildTestApp(database)
afterAll(() => database.close())

const { aMember, send } = withMembers(app, database)
const admin = await aMember({ isAdmin: true })
const reader = await aMember()
const rule = 'Something else'
const body = { reason: 'Because of rule 3', rule }

type Removable = {
  remove(by: SignedInMember, body: object): ReturnType<typeof send>
  read(): Promise<string>
}

/** Something of each kind, how an admin removes it, and what a reader reads of it. */
const removables = {
  collection: async (author: SignedInMember): Promise<Removable> => {
    const id = await seedCollection(database, author, 'public')
    const url = `/api/collections/${id}`
    return {
      remove: (by, written) => send(by, 'DELETE', `/api/admin/collections/${id}`, written),
      read: () => readText(url),
    }
  },
  'suggested-edit': async (author: SignedInMember): Promise<Removable> => {
    const post = await seedPost(database)
    const id = await seedSuggestedEdit(database, post, author)
    return {
      remove: (by, written) => send(by, 'DELETE', `/api/admin/suggested-edits/${id}`, written),
      read: () => readText(`/api/posts/${post.id}/suggested-edits/${id}`),
    }
  },
  version: (author: SignedInMember) => aSkill(author),
}

const readText = async (url: string) => {
  const response = await send(reader, 'GET', url)
  return response.status === 200 ? JSON.stringify(response.body) : String(response.status)
}

/** A skill that was never edited. */
const aSkill = async (by: SignedInMember): Promise<Removable> => {
  const { id } = await seedPost(database, { by, form: 'skill', skill: '{"name":"a"}' })
  await recordReleases(sql, [id])
  return {
    remove: (admin, written) => send(admin, 'POST', `/api/posts/${id}/versions/1/withdraw`, written),
    read: () => readText(`/api/posts/${id}/skill`),
  }
}

const getLinkId = (href: string) => href.split('/')[2]

const decisionsOf = async (by: SignedInMember) =>
  (await send(by, 'GET', '/api/user/decisions')).body as { id: number }[]

const kinds = ['collection', 'suggested-edit', 'version'] as const

describe.each(kinds)("An admin's removal of somebody else's %s", (kind) => {
  it('gives its author a statement of reasons, is in the open log, and can be appealed and undone', async () => {
    const author = await aMember()
    const { remove, read } = await removables[kind](author)
    await recomputeCounts(sql)
    const before = await read()
    expect((await remove(admin, body)).status).toBe(200)
    expect(await read()).not.toBe(before)
    const [decision] = await decisionsOf(author)
    const { body: statement } = await send(author, 'GET', `/api/user/decisions/${decision?.id}`)
    const action = kind === 'version' ? 'withdraw-version' : 'remove'
    expect(statement).toMatchObject({
      subjectKind: kind,
      action,
      reason: rule,
      words: 'Because of rule 3',
      moderatorRole: 'admin',
      canAppeal: true,
    })
    // What its author cannot open any longer is in the statement.
    expect(statement.content !== '' || statement.href !== null).toBe(true)
    if (kind === 'collection')
      for (const by of [author, await aMember({ isModerator: true })]) {
        const opened = await send(by, 'GET', `/api/collections/${getLinkId(statement.href)}`)
        expect(opened).toMatchObject({ status: 200, body: { collection: { isRemoved: true } } })
      }
    const [event] = (await send(admin, 'GET', '/api/admin/acts')).body
    expect(event).toMatchObject({ action: 'decide-case', reason: 'Because of rule 3', after: { kind } })
    const log = (await send(null, 'GET', `/api/moderation-log?limit=${20 + (decision?.id ?? 0)}`)).body
    expect(log.find(({ id }: { id: number }) => id === decision?.id)).toMatchObject({
      action,
      subjectKind: kind,
      reason: rule,
    })
    const appealed = await send(author, 'POST', `/api/user/decisions/${decision?.id}/appeal`, {
      words: 'It is a lesson',
    })
    expect(appealed.status).toBe(200)
    const undone = await send(admin, 'POST', `/api/moderation/decisions/${decision?.id}/reversal`, {
      reversalWords: 'Read again',
    })
    expect(undone.status).toBe(200)
    expect(await read()).toBe(before)
  })

  it('is one decision when two admins remove it at once', async () => {
    const author = await aMember()
    const { remove } = await removables[kind](author)
    const others = [await aMember({ isAdmin: true }), await aMember({ isAdmin: true })]
    const removed = await Promise.all([admin, ...others].map((by) => remove(by, body)))
    expect(removed.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect(await decisionsOf(author)).toHaveLength(1)
  })

  it('is refused a second time, for the admin’s own, and on an unknown rule', async () => {
    const author = await aMember()
    const { remove } = await removables[kind](author)
    expect((await remove(admin, { ...body, rule: 'No such rule' })).status).toBe(400)
    expect((await remove(reader, body)).status).toBe(403)
    expect((await remove(admin, body)).status).toBe(200)
    expect((await remove(admin, body)).status).toBe(404)
    expect(await decisionsOf(author)).toHaveLength(1)
    if (kind === 'version') return
    const own = await removables[kind](admin)
    expect((await own.remove(admin, body)).body.code).toBe('own-subject')
  })
})

it('lets the owner of a removed collection invite nobody to read it, until the removal is undone', async () => {
  const owner = await aMember()
  const id = await seedCollection(database, owner, 'public')
  const invite = () => send(owner, 'POST', `/api/collections/${id}/editors`, { username: reader.username })
  expect((await send(admin, 'DELETE', `/api/admin/collections/${id}`, body)).status).toBe(200)
  expect((await invite()).body.code).toBe('collection-restricted')
  expect(await readText(`/api/collections/${id}`)).toBe('404')
  const [decision] = await decisionsOf(owner)
  await send(admin, 'POST', `/api/moderation/decisions/${decision?.id}/reversal`, { reversalWords: 'Fine' })
  expect((await invite()).status).toBe(200)
})
