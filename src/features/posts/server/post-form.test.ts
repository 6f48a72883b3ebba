import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { postMessages } from '../contract-messages.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database)
const by = await seedUser(database)
const headers = await seedSession(database, by)

const TEXT = '{{role "system"}}\nBe brief.\n\n{{role "user"}}\nWrite about ${what}.'
const publish = (payload: object) =>
  app.inject({
    method: 'POST',
    url: '/api/posts',
    headers,
    payload: { title: 'A', description: 'B', prompt: TEXT, form: 'messages', ...payload },
  })
const edit = (id: number, payload: object) =>
  app.inject({ method: 'PATCH', url: `/api/posts/${id}`, headers, payload })

describe('a prompt that consists of messages', () => {
  it('needs a message that is not empty', async () => {
    const prompt = '{{role "system"}}\n\n{{role "user"}}\n'
    const refused = await publish({ prompt })
    expect([refused.statusCode, refused.json().issues]).toEqual([
      400,
      [expect.objectContaining({ path: 'prompt', message: postMessages.noMessages })],
    ])
    expect((await publish({ prompt, form: 'prompt', isPrivate: true })).statusCode).toBe(200)
    const { id } = (await publish({ prompt: `${TEXT} 2` })).json()
    expect((await edit(id, { prompt })).statusCode).toBe(400)
    const plain = (await publish({ prompt, form: 'prompt', isPrivate: true, title: 'Other' })).json()
    expect((await edit(plain.id, { form: 'messages' })).statusCode).toBe(400)
    expect((await publish({ form: 'essay' })).json().issues[0].message).toBe(
      'Form must be prompt, skill or messages',
    )
  })

  it('shows visitors its roles as words, everywhere', async () => {
    const post = await seedPost(database, { by, prompt: TEXT, form: 'messages' })
    for (const url of [`/post/${post.id}.md`, '/new/feed.xml', `/embed/post/${post.id}`]) {
      const { body } = await app.inject(url)
      expect(body, url).toContain('System:')
      expect(body, url).not.toMatch(/\{\{role|role &quot;/)
    }
    const { body } = await app.inject(`/api/posts/${post.id}`)
    expect(JSON.parse(body)).toMatchObject({ form: 'messages', prompt: TEXT })
  })

  it('is compared by the words of its roles', async () => {
    const { id } = await seedPost(database, { by, prompt: TEXT, form: 'messages' })
    expect((await edit(id, { prompt: TEXT.replace('"user"', '"assistant"') })).statusCode).toBe(200)
    const { body } = await app.inject({ url: `/api/posts/${id}/versions/compare?from=1&to=2`, headers })
    const [{ name, changes }] = JSON.parse(body).fields
    expect(name).toBe('prompt')
    const of = (change: string) =>
      changes
        .filter((piece: { change: string }) => piece.change === change)
        .map(({ text }: { text: string }) => text)
    expect([of('removed').join(''), of('added').join('')]).toEqual(['User:\n', 'Assistant:\n'])
  })
})
