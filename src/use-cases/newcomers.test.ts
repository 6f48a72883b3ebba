import { beforeEach, describe, expect, it } from 'vitest'
import { verifyCounts } from '#database/verify-counts.ts'
import { trustJob } from '#features/members/server/trust-job.ts'
import type { JobContext } from '#server/jobs/job.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedComment, seedPost, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { recomputeCounts } from '#tests/support/recompute-counts.ts'
import { type SignedInMember, withMembers } from '#tests/support/signed-in-members.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

const { aMember, send } = withMembers(app, database)
const aNewcomer = () => aMember({ trustLevel: 'newcomer' })
let number = 0
const publish = (by: SignedInMember, fields: object = {}) => {
  number += 1
  return send(by, 'POST', '/api/posts', {
    title: `Post ${number}`,
    description: `Words ${number}`,
    prompt: `Prompt ${number}`,
    type: 'Text',
    ...fields,
  })
}
const moderator = await aMember({ isModerator: true })
const dismiss = async (caseId: number) => {
  const { revision } = (await send(moderator, 'GET', `/api/moderation/cases/${caseId}`)).body.subject
  const body = { action: 'dismiss', reason: '', words: '', revision }
  return send(moderator, 'POST', `/api/moderation/cases/${caseId}/decisions`, body)
}
const restrictionOf = async (id: number) => {
  const [row] = await sql<{ restriction: string | null }[]>`select restriction from posts where id = ${id}`
  return row?.restriction
}

// Some tests insert posts without counting them.
beforeEach(() => recomputeCounts(sql))

describe('a newcomer', () => {
  it('publishes five posts a day, and keeps as many private ones as anybody', async () => {
    const newcomer = await aNewcomer()
    for (let index = 0; index < 5; index += 1) expect((await publish(newcomer)).status).toBe(200)
    const refused = await publish(newcomer)
    expect(refused).toMatchObject({ status: 429, body: { code: 'newcomer-limit' } })
    expect(refused.body.message).toBe(
      'As a newcomer, you can add 5 public posts within 24 hours. Try again later.',
    )
    expect((await publish(newcomer, { isPrivate: true })).status).toBe(200)
    await sql`update users set trust_level = 'member' where id = ${newcomer.id}`
    expect((await publish(newcomer)).status).toBe(200)
  })

  it('mentions ten members a day, in posts and comments together', async () => {
    const newcomer = await aNewcomer()
    const names = await Promise.all(Array.from({ length: 6 }, async () => `@${(await aMember()).username}`))
    expect((await publish(newcomer, { description: names.join(' ') })).status).toBe(200)
    const post = await seedPost(database)
    const comment = await send(newcomer, 'POST', '/api/comments', {
      postId: post.id,
      content: `${names.join(' ')} hello`,
    })
    expect(comment.body.message).toBe(
      'As a newcomer, you can add 10 mentions of members within 24 hours. Try again later.',
    )
  })

  it('casts thirty votes and sends five reports a day', async () => {
    const newcomer = await aNewcomer()
    const posts = await Promise.all(Array.from({ length: 31 }, () => seedPost(database)))
    const vote = ({ id }: { id: number }) => send(newcomer, 'POST', '/api/votes', { postId: id, value: 1 })
    const votes = []
    for (const post of posts) votes.push((await vote(post)).status)
    expect(votes).toEqual([...Array(30).fill(200), 429])
    const report = ({ id }: { id: number }) =>
      send(newcomer, 'POST', '/api/reports', {
        subject: { kind: 'post', id: String(id) },
        reason: 'Something else',
        words: '',
      })
    const reports = []
    for (const post of posts.slice(0, 6)) reports.push((await report(post)).status)
    expect(reports).toEqual([...Array(5).fill(200), 429])
  })
})

describe('the first look', () => {
  const link = { description: 'Look at https://offers.test/now' }

  it('keeps the first post with a link from readers until a moderator approves it, and later ones are public at once', async () => {
    const newcomer = await aNewcomer()
    const reader = await aMember()
    const { body: post } = await publish(newcomer, { ...link, prompt: `For @${reader.username}` })
    expect(post).toMatchObject({ restriction: 'waiting', isPrivate: true })
    expect((await send(reader, 'GET', `/api/posts/${post.id}`)).status).toBe(404)
    const { body: standing } = await send(newcomer, 'GET', '/api/user/standing')
    expect(standing).toMatchObject({ level: 'newcomer', limits: { posts: 5 } })
    expect(standing.waitingPosts).toEqual([
      {
        postId: post.id,
        title: post.title,
        restriction: 'waiting',
        position: expect.any(Number),
        findings: ['The first post of a newcomer with a link'],
      },
    ])
    const [found] = await sql<{ id: number }[]>`
      select id from moderation_cases where subject_id = ${post.id} and source = 'first-look' and is_open`
    await dismiss(found?.id ?? 0)
    expect((await send(reader, 'GET', `/api/posts/${post.id}`)).status).toBe(200)
    expect((await publish(newcomer, link)).body.restriction).toBe(null)
    expect(await verifyCounts(sql)).toEqual([])
  })

  it.each<[string, (by: SignedInMember) => Promise<number>]>([
    [
      'adding the link afterwards',
      async (by) => {
        const { body } = await publish(by)
        await send(by, 'PATCH', `/api/posts/${body.id}`, link)
        return body.id
      },
    ],
    [
      'publishing a private post',
      async (by) => {
        const { body } = await publish(by, { ...link, isPrivate: true })
        await send(by, 'PATCH', '/api/user/posts', { ids: [body.id], isPrivate: false })
        return body.id
      },
    ],
    [
      'restoring a version',
      async (by) => {
        const { body } = await publish(by, { ...link, isPrivate: true })
        await send(by, 'PATCH', `/api/posts/${body.id}`, { description: 'No link' })
        await send(by, 'PATCH', '/api/user/posts', { ids: [body.id], isPrivate: false })
        await send(by, 'POST', `/api/posts/${body.id}/versions/1/restore`)
        return body.id
      },
    ],
    [
      'a link in the prompt',
      async (by) => (await publish(by, { prompt: 'Visit www.offers.test now' })).body.id,
    ],
    ['a source', async (by) => (await publish(by, { sourceUrl: 'https://offers.test/' })).body.id],
    [
      'an import',
      async (by) => {
        const { body } = await send(by, 'POST', '/api/user/import', {
          posts: [
            {
              title: 'Imported',
              description: link.description,
              prompt: `Imported ${Math.random()}`,
              type: 'Text',
            },
          ],
          isPrivate: false,
          topicId: null,
        })
        return body[0]?.id
      },
    ],
  ])('cannot be avoided by %s', async (_, write) => {
    const id = await write(await aNewcomer())
    expect(id).toEqual(expect.any(Number))
    expect(await restrictionOf(id)).toBe('waiting')
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('is not for members', async () => {
    expect((await publish(await aMember(), link)).body.restriction).toBe(null)
  })
})

describe('reports', () => {
  const report = (by: SignedInMember, kind: string, { id }: { id: number }) =>
    send(by, 'POST', '/api/reports', {
      subject: { kind, id: String(id) },
      reason: 'Something else',
      words: '',
    })

  it('hide content by the weight of three trusted members, and never by their number', async () => {
    const post = await seedPost(database)
    const comment = await seedComment(database, { on: post })
    await recomputeCounts(sql)
    for (let index = 0; index < 12; index += 1) {
      const many = await aMember({ trustLevel: index % 2 ? 'member' : 'newcomer' })
      await report(many, 'post', post)
      await report(many, 'comment', comment)
    }
    expect(await restrictionOf(post.id)).toBe(null)
    for (let index = 0; index < 3; index += 1) {
      expect(await restrictionOf(post.id)).toBe(null)
      const regular = await aMember({ trustLevel: 'regular' })
      await report(regular, 'comment', comment)
      await report(regular, 'post', post)
    }
    expect(await restrictionOf(post.id)).toBe('reported')
    const decisions = await sql`
      select d.moderator_role, c.is_open from moderation_decisions d join moderation_cases c on c.id = d.case_id
      where c.subject_id in (${post.id}, ${comment.id})`
    expect(decisions).toEqual(Array(2).fill({ moderatorRole: 'automatic', isOpen: true }))
    expect(await verifyCounts(sql)).toEqual([])
    for (const id of [post.id, comment.id]) {
      const [found] = await sql<
        { id: number }[]
      >`select id from moderation_cases where subject_id = ${id} and is_open`
      await dismiss(found?.id ?? 0)
    }
    expect(await restrictionOf(post.id)).toBe(null)
    expect(await sql`select from comments where id = ${comment.id} and not is_deleted`).toHaveLength(1)
    expect(await verifyCounts(sql)).toEqual([])
  })

  it('weigh nothing from somebody whose reports are nearly always dismissed', async () => {
    const regular = await aMember({ trustLevel: 'regular' })
    for (let index = 0; index < 6; index += 1) {
      const post = await seedPost(database)
      await report(regular, 'post', post)
      const [found] = await sql<
        { id: number }[]
      >`select id from moderation_cases where subject_id = ${post.id}`
      await dismiss(found?.id ?? 0)
    }
    const [last] = await sql<{ weight: number }[]>`
      select weight from reports where reporter_id = ${regular.id} order by id desc limit 1`
    expect(last?.weight).toBe(0)
  })
})

describe('the level of trust', () => {
  const runTrustJob = () =>
    trustJob.run({ sql, signal: new AbortController().signal } as unknown as JobContext, {})
  let found: Promise<{ id: number }[]> | undefined
  /** A hundred members, created for the first test that needs them. They are more than any level needs upvotes. */
  const voters = () => (found ??= Promise.all(Array.from({ length: 100 }, () => seedUser(database))))
  /** Votes without the limits of newcomers. */
  const upvote = async (post: { id: number }, by: readonly { id: number }[]) => {
    await sql`
      insert into votes (user_id, post_id, value)
      select unnest(${by.map(({ id }) => id)}::integer[]), ${post.id}, 1`
    await recomputeCounts(sql)
  }
  const levelsOf = async (members: readonly { id: number }[]) => {
    const rows = await sql<{ trustLevel: string }[]>`
      select trust_level from unnest(${members.map(({ id }) => id)}::integer[]) with ordinality as m (id, position)
      join users using (id) order by position`
    return rows.map(({ trustLevel }) => trustLevel)
  }
  const levelAfterJob = async (values: {
    level: string
    days: number
    reveals: number
    upvotes: number
    muted?: boolean
  }) => {
    const { id } = await seedUser(database, { isMuted: values.muted ?? false })
    await sql`
      update users set trust_level = ${values.level}, created_at = now() - ${values.days}::integer * interval '1 day' - interval '1 minute',
        all_time_reveals = ${values.reveals} where id = ${id}`
    await upvote(await seedPost(database, { by: { id } }), (await voters()).slice(0, values.upvotes))
    await runTrustJob()
    const [row] = await sql<{ trustLevel: string }[]>`select trust_level from users where id = ${id}`
    return row?.trustLevel
  }

  it.each([
    [{ level: 'newcomer', days: 2, reveals: 100, upvotes: 100 }, 'newcomer'],
    [{ level: 'newcomer', days: 3, reveals: 9, upvotes: 2 }, 'newcomer'],
    [{ level: 'newcomer', days: 3, reveals: 10, upvotes: 0 }, 'member'],
    [{ level: 'newcomer', days: 3, reveals: 0, upvotes: 3 }, 'member'],
    [{ level: 'member', days: 60, reveals: 100, upvotes: 49 }, 'member'],
    [{ level: 'member', days: 60, reveals: 100, upvotes: 50 }, 'regular'],
    [{ level: 'regular', days: 60, reveals: 0, upvotes: 0 }, 'regular'],
    [{ level: 'regular', days: 60, reveals: 0, upvotes: 0, muted: true }, 'newcomer'],
  ])('%o becomes %s', async (values, level) => {
    expect(await levelAfterJob(values)).toBe(level)
  })

  it('of newcomers who upvote each other stays, until they become members otherwise', async () => {
    const ring = await Promise.all(Array.from({ length: 10 }, aNewcomer))
    await sql`update users set created_at = now() - interval '4 days' where id = any(${ring.map(({ id }) => id)}::integer[])`
    for (const author of ring) {
      const post = await seedPost(database, { by: author })
      await upvote(
        post,
        ring.filter((voter) => voter !== author),
      )
    }
    const [first, second, third] = ring as [SignedInMember, SignedInMember, SignedInMember]
    const upvotesShown = async () => (await send(first, 'GET', '/api/user/standing')).body.next.upvotes.has
    await runTrustJob()
    expect(new Set(await levelsOf(ring))).toEqual(new Set(['newcomer']))
    expect(await upvotesShown()).toBe(0)
    const [post] = await sql<{ id: number; score: number }[]>`
      select id, score from posts where user_id = ${first.id}`
    expect(post?.score).toBe(9)

    // Two of them read: what they have given before counts from then on, but is not enough.
    await sql`update users set all_time_reveals = 10 where id in (${second.id}, ${third.id})`
    await runTrustJob()
    await runTrustJob()
    expect(await levelsOf([first, second, third])).toEqual(['newcomer', 'member', 'member'])
    expect(await upvotesShown()).toBe(2)
    const comment = await seedComment(database, { on: await seedPost(database), by: first })
    await sql`insert into votes (user_id, comment_id, value) values (${moderator.id}, ${comment.id}, 1)`
    await recomputeCounts(sql)
    expect(await upvotesShown()).toBe(3)
    await runTrustJob()
    expect(await levelsOf([first])).toEqual(['member'])

    // A member who is muted is a newcomer again, and so are their votes.
    await sql`update users set is_muted = true where id in (${second.id}, ${third.id})`
    await runTrustJob()
    await sql`update users set trust_level = 'newcomer' where id = any(${ring.map(({ id }) => id)}::integer[])`
    await runTrustJob()
    expect(await levelsOf([first, second, third])).toEqual(['newcomer', 'newcomer', 'newcomer'])
    expect(await upvotesShown()).toBe(1)
  })

  it('counts no upvotes of private posts, nor the own ones', async () => {
    const newcomer = await aNewcomer()
    const [hidden, shown] = [
      await seedPost(database, { by: newcomer, isPrivate: true }),
      await seedPost(database, { by: newcomer }),
    ]
    await upvote(hidden, await voters())
    await sql`update users set trust_level = 'member' where id = ${newcomer.id}`
    await upvote(shown, [newcomer, ...(await voters()).slice(0, 60)])
    const { body } = await send(newcomer, 'GET', '/api/user/standing')
    // More than the highest level needs is not counted.
    expect(body.next.upvotes).toEqual({ has: 50, needs: 50 })
    await sql`delete from votes where post_id = ${shown.id} and user_id <> ${newcomer.id}`
    expect((await send(newcomer, 'GET', '/api/user/standing')).body.next.upvotes.has).toBe(0)
  })

  it('is shown with what is missing for the next', async () => {
    const newcomer = await aNewcomer()
    expect((await send(newcomer, 'GET', '/api/user/standing')).body.next).toEqual({
      level: 'member',
      days: { has: 0, needs: 3 },
      reveals: { has: 0, needs: 10 },
      upvotes: { has: 0, needs: 3 },
      needsBoth: false,
    })
  })
})
