import { describe, expect, it } from 'vitest'
import { pages } from '#core/pages.ts'
import { buildTestApp } from './support/app.ts'
import { seedComment, seedPost, seedTopic } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'
import { recomputeCounts } from './support/recompute-counts.ts'
import { type SignedInMember, withMembers } from './support/signed-in-members.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })
const { aMember, send } = withMembers(app, database)

/** What somebody wrote in a report, and who sent a notice. The name of a member who reports is public elsewhere. */
const WORDS = /pelican/i
const NAMES = /heron/i

describe('reports and legal notices', async () => {
  const topic = await seedTopic(database)
  const author = await aMember({ isModerator: true })
  const reporter = await aMember({ username: 'Kestrel' })
  const admin = await aMember({ isAdmin: true })
  const moderator = await aMember({ isModerator: true })
  const ofTopic = await aMember({ moderatedTopics: [topic.id] })
  const post = await seedPost(database, { by: author, topic, title: 'A title' })
  const comment = await seedComment(database, { on: post, by: author })
  const secret = await seedPost(database, { by: author, isPrivate: true, title: 'Private' })
  await recomputeCounts(sql)
  const [{ privateId } = { privateId: '' }] = await sql<{ privateId: string }[]>`
    select private_id from posts where id = ${secret.id}`
  const reportAll = async () => {
    for (const [kind, id] of [
      ['post', post.id],
      ['comment', comment.id],
      ['member', author.username],
    ] as const)
      await send(reporter, 'POST', '/api/reports', {
        subject: { kind, id: String(id) },
        reason: 'Something else',
        words: 'Pelican',
      })
    for (const path of [`/post/${post.id}`, `/private/${privateId}`])
      await send(null, 'POST', '/api/legal-notices', {
        url: `http://localhost:3000${path}`,
        reason: 'Fraud, scam or malware',
        words: 'Pelican sold me something that does not exist.',
        name: 'Grey Heron',
        email: 'heron@example.org',
        isGoodFaith: true,
      })
  }
  await reportAll()
  const cases = await sql<
    { id: number; subjectId: number }[]
  >`select id, subject_id from moderation_cases order by id`
  const caseOf = (subjectId: number) => cases.find((found) => found.subjectId === subjectId)?.id ?? 0
  await send(admin, 'PUT', `/api/moderation/cases/${caseOf(comment.id)}/claim`, { isClaimed: true })
  const removed = await send(moderator, 'POST', `/api/moderation/cases/${caseOf(post.id)}/decisions`, {
    action: 'remove',
    reason: 'Something else',
    words: '',
  })
  await send(author, 'POST', `/api/user/decisions/${removed.body.id}/appeal`, { words: 'It is true' })
  await send(moderator, 'POST', `/api/moderation/cases/${caseOf(author.id)}/notes`, { words: 'A note' })

  const values: Record<string, (string | number)[]> = {
    id: [...new Set([1, 2, 3, 4, 5, post.id, author.id, reporter.id])],
    username: [author.username, 'Kestrel'],
    topicName: [topic.slug],
    topic: [topic.slug],
    commentId: [comment.id],
  }
  const fill = (path: string): string[] => {
    const [parameter, name = ''] = /[{:](\w+)\}?/.exec(path) ?? []
    if (parameter === undefined) return [path]
    return (values[name] ?? [1]).flatMap((value) => fill(path.replace(parameter, String(value))))
  }
  const { paths: endpoints } = (await app.inject('/api/openapi.json')).json()
  const urls = [
    ...Object.keys(endpoints).filter((path) => 'get' in endpoints[path] && !path.endsWith('/stream')),
    ...Object.values(pages).flatMap(({ path }) => (path === '*' ? [] : path)),
    '/api/moderation/cases?state=decided',
    '/api/moderation/appeals?state=answered',
    '/moderation-log.xml',
    '/moderation-log.csv',
  ].flatMap(fill)
  const findIn = async (who: SignedInMember | null, pattern: RegExp): Promise<string[]> => {
    const found: string[] = []
    for (const url of urls) {
      const { body } = await app.inject({ url, headers: who?.headers ?? {} })
      if (pattern.test(body)) found.push(url)
    }
    return found
  }
  const others: Record<string, SignedInMember | null> = {
    'a visitor': null,
    'a member': await aMember(),
    'the author, who is a moderator': author,
    'a muted moderator': await aMember({ isModerator: true, isMuted: true }),
    'a suspended moderator': await aMember({ isModerator: true, isSuspended: true }),
    'a moderator of another topic': await aMember({ moderatedTopics: [(await seedTopic(database)).id] }),
  }

  it.each(Object.keys(others))('are nowhere for %s', async (name) => {
    const who = others[name] ?? null
    expect([await findIn(who, WORDS), await findIn(who, NAMES)]).toEqual([[], []])
  })

  it('are shown to moderators of the topic without those who sent them', async () => {
    expect(await findIn(ofTopic, WORDS)).toEqual([
      `/api/moderation/cases/${caseOf(post.id)}`,
      `/api/moderation/cases/${caseOf(comment.id)}`,
    ])
    expect(await findIn(ofTopic, NAMES)).toEqual([])
    for (const id of [post.id, comment.id]) {
      const { body } = await send(ofTopic, 'GET', `/api/moderation/cases/${caseOf(id)}`)
      expect(body.reports.length).toBeGreaterThan(0)
      expect(JSON.stringify(body.reports)).not.toContain('Kestrel')
      expect(body.reports[0]).toMatchObject({ reporter: null, words: 'Pelican', upheld: expect.any(Number) })
    }
  })

  it('are shown to moderators of the site and admins with names and emails', async () => {
    for (const who of [moderator, admin]) {
      const { body } = await send(who, 'GET', `/api/moderation/cases/${caseOf(post.id)}`)
      expect(body.reports).toMatchObject([
        { reporter: { username: 'Kestrel' } },
        {
          reporter: null,
          name: 'Grey Heron',
          email: 'heron@example.org',
          url: `http://localhost:3000/post/${post.id}`,
        },
      ])
    }
  })

  it('tell the author as a moderator neither how many there are nor why, nor who works on it', async () => {
    const { body } = await send(author, 'GET', '/api/moderation/cases')
    expect(body.find(({ id }: { id: number }) => id === caseOf(comment.id))).toMatchObject({
      reportCount: 0,
      reasons: [],
      claimedBy: null,
    })
    const shown = await send(moderator, 'GET', `/api/moderation/cases/${caseOf(comment.id)}`)
    expect(shown.body).toMatchObject({
      reportCount: 1,
      reasons: ['Something else'],
      claimedBy: { id: admin.id },
    })
  })

  it('do not give the private link to moderators by which a notice names a post', async () => {
    const shown = await send(moderator, 'GET', `/api/moderation/cases/${caseOf(secret.id)}`)
    expect(shown.body.reports).toMatchObject([{ name: 'Grey Heron', url: '' }])
    expect(JSON.stringify(shown.body)).not.toContain(privateId)
  })
})
