import { describe, expect, it } from 'vitest'
import { decisionActions, dismissalReasons } from '#features/moderation/contract-values.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { withMembers } from '#tests/support/signed-in-members.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database)
const { aMember, send } = withMembers(app, database)
const moderator = await aMember({ isModerator: true })

/** Parameters of which each belongs to some actions only. */
const foreign = { days: 3, labels: ['sensitive'], topicId: null, tags: ['art'] } as const
const parametersOf: Record<string, readonly string[]> = {
  mute: ['days'],
  suspend: ['days'],
  label: ['labels'],
  recategorize: ['topicId', 'tags'],
}

describe.each(decisionActions)('The decision %s', (action) => {
  const decideAbout = async (more: object) => {
    const post = await seedPost(database)
    const subject = { kind: 'post', id: String(post.id) }
    const { body: opened } = await send(moderator, 'POST', '/api/moderation/cases', { subject })
    const required = { label: { labels: [] }, recategorize: { tags: [] } }[action as 'label'] ?? {}
    const written = { action, reason: 'Something else', words: '', ...required, ...more }
    return send(moderator, 'POST', `/api/moderation/cases/${opened.id}/decisions`, written)
  }
  const invalid = (path: string) => ({ status: 400, body: { issues: [{ path }] } })

  it('has only reasons that fit it', async () => {
    const isDismissal = action === 'dismiss'
    const foreignReasons = isDismissal ? ['Something else', 'Spam or advertising'] : ['', ...dismissalReasons]
    for (const other of foreignReasons)
      expect(await decideAbout({ reason: other }), other).toMatchObject(invalid('reason'))
    if (isDismissal)
      for (const other of ['', ...dismissalReasons])
        expect((await decideAbout({ reason: other })).status, other).toBe(200)
    expect((await decideAbout({ isLegal: true })).status).toBe(
      isDismissal ? 400 : action === 'withdraw-version' ? 409 : 200,
    )
  })

  it('has only parameters that change something', async () => {
    const own = parametersOf[action] ?? []
    for (const [name, value] of Object.entries(foreign))
      if (!own.includes(name))
        expect(await decideAbout({ reason: '', [name]: value }), name).toMatchObject(invalid(name))
    if (action === 'label') expect(await decideAbout({ labels: undefined })).toMatchObject(invalid('labels'))
    if (action === 'recategorize')
      expect(await decideAbout({ tags: undefined })).toMatchObject(invalid('topicId'))
  })
})
