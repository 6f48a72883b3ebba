import { fillPrompt, splitPrompt } from '@prompt-collection/prompt-blanks'
import { expect, it } from 'vitest'
import { readFiles } from '#features/import/web/readers/read-files.ts'
import { promptFileFormats } from '#features/posts/contract-values.ts'
import { buildTestApp } from './support/app.ts'
import { seedPost, seedSession, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database)

const prompt = 'Write a haiku about ${topic:rain}.'
const titles = ['Same', 'Same', '雨']

/** Downloads a collection of three posts as a zip archive. */
const download = async (files: string) => {
  const user = await seedUser(database)
  const headers = await seedSession(database, user)
  const payload = { title: 'Haikus', visibility: 'link' }
  const { id } = (await app.inject({ method: 'POST', url: '/api/collections', headers, payload })).json()
  for (const title of titles) {
    const post = await seedPost(database, { prompt, title, license: 'MIT', tags: ['haiku'], by: user })
    await app.inject({ method: 'PUT', url: `/api/collections/${id}/posts/${post.id}`, headers })
  }
  return app.inject({ url: `/api/collections/${id}/export?format=zip&files=${files}`, headers })
}

it.each(promptFileFormats)(
  'a collection is downloaded as files in the format %s, and imported again',
  async (files) => {
    const response = await download(files)
    const blob = new Blob([new Uint8Array(response.rawPayload)])
    const { candidates, problems } = await readFiles([{ path: 'haikus.zip', blob }])
    expect(problems).toEqual([])
    const filled = 'Write a haiku about rain.'
    expect(candidates.map(({ fields }) => fillPrompt(splitPrompt(fields.prompt), {}))).toEqual(
      titles.map(() => filled),
    )
    const locations = candidates.map(({ location }) => location)
    expect(new Set(locations).size).toBe(3)
    if (files === 'markdown')
      expect(candidates.map(({ fields: { title, license, tags } }) => ({ title, license, tags }))).toEqual(
        titles.map((title) => ({ title, license: 'MIT', tags: ['haiku'] })),
      )
    if (files === 'skill')
      expect(locations).toEqual([
        'haikus.zip/same/SKILL.md',
        expect.stringMatching(/^haikus\.zip\/same-\d+\/SKILL\.md$/),
        expect.stringMatching(/^haikus\.zip\/prompt-\d+\/SKILL\.md$/),
      ])
  },
)

it('a collection is not downloaded as files in an unknown format', async () => {
  expect((await download('pdf')).statusCode).toBe(400)
})
