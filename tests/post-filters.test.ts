import { beforeAll, describe, expect, it } from 'vitest'
import { createRenderer } from '#app/web/entry-server.tsx'
import { type PostFilterName, postFilterNames, postFilters } from '#core/post-filters.ts'
import { buildTestApp } from './support/app.ts'
import { seedPost, seedSession, seedTopic, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

type Sample = {
  value: string
  matching: Parameters<typeof seedPost>[1]
  other: Parameters<typeof seedPost>[1]
}

/** A value of each filter, the fields of a post that matches it, and those of one that does not. */
const samples: Record<PostFilterName, Sample> = {
  types: { value: 'Image', matching: { type: 'Image' }, other: { type: 'Code' } },
  models: { value: 'claude', matching: { models: ['claude', 'gemini'] }, other: { models: ['gemini'] } },
}

const database = await createTestDatabase()
const renderer = createRenderer(
  { name: 'Prompts', url: 'https://prompts.example', version: '1.0.0' },
  { scripts: [], styles: [], preloads: [] },
)
const app = await buildTestApp(database, {}, renderer)
const member = await seedUser(database)
const session = await seedSession(database, member)
const get = async (url: string) => {
  const response = await app.inject({ url, headers: session })
  expect(response.statusCode, response.body).toBe(200)
  return response
}
const titles = async (url: string) => (await get(url)).json<{ title: string }[]>().map(({ title }) => title)
const post = async (url: string) => {
  const response = await app.inject({ method: 'POST', url, headers: session })
  expect(response.statusCode, response.body).toBe(200)
}

describe.each(postFilterNames)('The filter %s', (name) => {
  const { value, matching, other } = samples[name]
  const topic = `about-${name}`
  const tag = `tag-${name}`

  beforeAll(async () => {
    const shared = { topic: await seedTopic(database, { name: topic }), tags: [tag] }
    const posts = [
      await seedPost(database, { ...shared, ...matching, title: `Matching ${name}` }),
      await seedPost(database, { ...shared, ...other, title: `Other ${name}` }),
    ]
    await post(`/api/topics/${shared.topic.id}/follow`)
    for (const { id } of posts) await post(`/api/posts/${id}/bookmark`)
  })

  const filter = `${name}=${value}`
  const typed = `${postFilters[name].valueName}:${value}`

  it.each([
    `/api/posts?tag=${tag}`,
    `/api/posts?tag=${tag}&sortBy=top`,
    `/api/posts?tag=${tag}&sortBy=top&window=week`,
    `/api/posts?tag=${tag}&following=true`,
    `/api/topics/${topic}/posts?`,
    `/api/topics/${topic}/posts?sortBy=top&window=week`,
    `/api/search?q=${name}`,
  ])('selects the matching posts of %s', async (url) => {
    expect(await titles(url)).toHaveLength(2)
    expect(await titles(`${url}&${filter}`)).toEqual([`Matching ${name}`])
  })

  it.each(['/api/search?q=', '/api/user/bookmarks?q='])('is typed in %s', async (url) => {
    expect(await titles(`${url}${name}`)).toHaveLength(2)
    expect(await titles(`${url}${name}%20${typed}`)).toEqual([`Matching ${name}`])
  })

  it('counts the matching posts among the new ones', async () => {
    const url = `/api/posts/new-count?since=0_1_1&topic=${topic}`
    expect((await get(url)).json()).toEqual({ count: 2 })
    expect((await get(`${url}&${filter}`)).json()).toEqual({ count: 1 })
  })

  it.each(['/?', '/?feed=following', '/popular?', '/new?', `/t/${topic}?`, `/tag/${tag}?`, `/?q=${name}`])(
    'selects the posts of the page %s',
    async (url) => {
      const { body } = await get(`${url}&${filter}`)
      expect(body).toContain(`Matching ${name}`)
      expect(body).not.toContain(`Other ${name}`)
    },
  )
})
