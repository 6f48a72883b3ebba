import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js'
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { buildMember, type FakeApi, renderComponent } from '#tests/components/render-component.tsx'
import ImportDialog from './ImportDialog.tsx'

const nothingKnown: FakeApi = {
  'POST /api/user/import/compare': ({ body }) => ({
    body: (body as { prompts: string[] }).prompts.map((prompt) => ({
      own: prompt === 'Mine' ? { id: 1, title: 'My haiku', url: 'https://site.example/post/1' } : null,
      others: prompt === 'Known' ? { id: 2, title: 'A haiku', url: 'https://site.example/post/2' } : null,
    })),
  }),
}

const setUp = (api: FakeApi = {}, canPublish = true) =>
  renderComponent(<ImportDialog canPublish={canPublish} onClose={() => {}} />, {
    user: buildMember(),
    api: {
      ...nothingKnown,
      'GET /api/topics': () => ({ body: [{ id: 5, name: 'Poems', isHot: false }] }),
      ...api,
    },
  })

const json = (name: string, value: unknown) => new File([JSON.stringify(value)], name)
const prompts = json('prompts.json', [
  { title: 'One', prompt: 'First', license: 'MIT' },
  { title: 'Two', prompt: 'Second' },
  { title: 'Two again', prompt: 'Second' },
  { title: 'Mine', prompt: 'Mine' },
  { title: 'Known', prompt: 'Known' },
  { title: 'Empty', prompt: '' },
])

it('shows what is new, what is known, and what cannot be imported and why, and imports what was chosen', async () => {
  const { screen, writes } = await setUp({
    'POST /api/user/import': ({ body }) => ({
      body: (body as { posts: object[] }).posts.map((_, index) =>
        index === 0
          ? { status: 'created', id: 9, url: 'https://site.example/post/9', message: null }
          : { status: 'rejected', id: null, url: null, message: 'This site sets the license of all posts.' },
      ),
    }),
  })
  await userEvent.upload(screen.getByLabelText('Choose files'), prompts)
  const box = (title: string) => screen.getByRole('checkbox', { name: `Import ${title}`, exact: true })
  await expect.element(box('One')).toBeChecked()
  await expect.element(screen.getByText('Twice in these files')).toBeVisible()
  await expect.element(box('Mine')).toBeDisabled()
  await expect.element(box('Known')).not.toBeChecked()
  await expect.element(box('Known')).toBeEnabled()
  await expect.element(screen.getByRole('link', { name: 'My haiku' })).toBeVisible()
  await expect.element(screen.getByText(/It has no text/)).toBeVisible()
  expect(writes().map(({ url }) => url)).toEqual(['/api/user/import/compare'])
  await box('Known').click()
  await screen.getByRole('button', { name: 'Import 3 posts' }).click()
  await expect.element(screen.getByText(/1 post imported\./).first()).toBeVisible()
  await expect.element(screen.getByText(/Not imported: This site sets the license/).first()).toBeVisible()
  expect(writes().at(-1)?.body).toMatchObject({
    posts: [{ title: 'One', license: 'MIT' }, { title: 'Two' }, { title: 'Known' }],
    isPrivate: true,
    topicId: null,
  })
})

it('sends the files of a skill before the skill', async () => {
  const stored = { path: 'run.sh', sha256: 'a'.repeat(64), size: 6 }
  const { screen, writes } = await setUp({
    'POST /api/skill-files': () => ({ body: { files: [stored] } }),
    'POST /api/user/import': () => ({
      body: [{ status: 'created', id: 9, url: 'https://site.example/post/9', message: null }],
    }),
  })
  const writer = new ZipWriter(new BlobWriter())
  await writer.add('SKILL.md', new TextReader('---\nname: rain\ndescription: About rain\n---\nRain'))
  await writer.add('run.sh', new TextReader('echo 1'))
  await userEvent.upload(screen.getByLabelText('Choose files'), new File([await writer.close()], 'rain.zip'))
  await expect.element(screen.getByText(/^Skill · 1 file · Text/)).toBeVisible()
  await screen.getByRole('button', { name: 'Import 1 post' }).click()
  await expect.element(screen.getByText(/1 post imported\./).first()).toBeVisible()
  expect(writes().at(-2)?.body).toEqual({ files: [{ path: 'run.sh', content: 'echo 1' }] })
  expect(writes().at(-1)?.body).toMatchObject({
    posts: [{ form: 'skill', skill: expect.stringContaining(stored.sha256) }],
  })
})

it('goes on after an interruption with what is left', async () => {
  let isAway = true
  const { screen } = await setUp({
    'POST /api/user/import': ({ body }) =>
      isAway
        ? { status: 503, body: { message: 'The site is busy' } }
        : {
            body: (body as { posts: object[] }).posts.map((_, id) => ({
              status: 'exists',
              id,
              url: 'https://site.example/',
              message: null,
            })),
          },
  })
  await userEvent.upload(
    screen.getByLabelText('Choose files'),
    json('a.json', [{ title: 'One', prompt: 'First' }]),
  )
  await screen.getByRole('button', { name: 'Import 1 post' }).click()
  await expect.element(screen.getByText('The site is busy')).toBeVisible()
  isAway = false
  await screen.getByRole('button', { name: 'Import 1 post' }).click()
  await expect.element(screen.getByText(/You already had it/)).toBeVisible()
})

it('publishes into a topic, if the member may publish', async () => {
  const created = { status: 'created', id: 9, url: 'https://site.example/post/9', message: null }
  const { screen, writes } = await setUp({ 'POST /api/user/import': () => ({ body: [created] }) })
  await userEvent.upload(
    screen.getByLabelText('Choose files'),
    json('a.json', [{ title: 'One', prompt: 'First' }]),
  )
  await screen.getByLabelText('Who can see them').selectOptions('Everyone')
  await screen.getByLabelText('Topic').selectOptions('Poems')
  await screen.getByRole('button', { name: 'Import 1 post' }).click()
  await expect.poll(() => writes().at(-1)?.body).toMatchObject({ isPrivate: false, topicId: 5 })
})

it('says that files contain nothing, or cannot be read, and lets a muted member keep posts private only', async () => {
  const { screen } = await setUp({}, false)
  await userEvent.upload(screen.getByLabelText('Choose files'), [
    new File(['x'], 'picture.png'),
    new File(['not a zip'], 'all.zip'),
  ])
  await expect.element(screen.getByText('No prompts found')).toBeVisible()
  await expect.element(screen.getByText(/The archive is damaged/)).toBeVisible()
  await screen.getByRole('button', { name: 'Choose other files' }).click()
  await userEvent.upload(
    screen.getByLabelText('Choose files'),
    json('a.json', [{ title: 'One', prompt: 'First' }]),
  )
  await expect.element(screen.getByRole('button', { name: 'Import 1 post' })).toBeVisible()
  expect(screen.getByLabelText('Who can see them').query()).toBeNull()
})
