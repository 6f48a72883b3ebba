import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, request as sendRequest } from 'node:http'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { buildTestApp } from './support/app.ts'
import { seedApiToken, seedPost, seedTopic, seedUser } from './support/builders.ts'
import { buildCommandLine, type CommandOptions } from './support/command-line.ts'
import { createTestDatabase } from './support/database.ts'
import { findFreePort } from './support/free-port.ts'

const database = await createTestDatabase()
const { sql } = database
const port = await findFreePort()
const site = `http://127.0.0.1:${port}`
const app = await buildTestApp(database, { PUBLIC_URL: site })
const inner = await app.listen({ port: 0, host: '127.0.0.1' })
const { run, createFolder } = await buildCommandLine()

type Step = () => boolean | undefined

/** What happens to a write before it is sent to the site and before its answer arrives. True: it is lost or refused. */
const steps: { before?: Step | undefined; limit?: Step | undefined; after?: Step | undefined } = {}

/** Stands between the command line and the site, to stop the command line at each step of what it does. */
const proxy = createServer((request, response) => {
  const { method = 'GET', url = '' } = request
  const isWrite = method !== 'GET'
  if (isWrite && steps.before?.()) return response.destroy()
  if (isWrite && steps.limit?.()) {
    response.writeHead(429, { 'content-type': 'application/problem+json', 'retry-after': '1800' })
    return response.end(JSON.stringify({ message: 'Too many requests.', retryAfterSeconds: 1_800 }))
  }
  const forwarded = sendRequest(
    new URL(url, inner),
    { method, headers: { ...request.headers, host: new URL(site).host } },
    (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () => {
        if (isWrite && steps.after?.()) return response.destroy()
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        response.end(Buffer.concat(chunks))
      })
    },
  )
  forwarded.on('error', () => response.destroy())
  request.pipe(forwarded)
}).listen(port, '127.0.0.1')
afterAll(() => {
  proxy.close()
  proxy.closeAllConnections()
})

const createMember = async () => {
  const user = await seedUser(database)
  const { authorization } = await seedApiToken(database, user, ['read', 'private', 'write'])
  const env = { PROMPT_COLLECTION_TOKEN: authorization.slice('Bearer '.length), PROMPT_COLLECTION_SITE: site }
  const headers = { authorization }
  const sync = async (folder: string, words: string[], options: CommandOptions = {}) => {
    const { code, stdout, stderr } = await run([...words, '--json'], { cwd: folder, env, ...options })
    const parsed = stdout ? JSON.parse(stdout) : {}
    return {
      code,
      stderr,
      results: (parsed.results ?? []) as { action: string; file: string; message?: string }[],
      parsed,
      actions: Object.fromEntries(
        (parsed.results ?? []).map(({ file, action }: { file: string; action: string }) => [file, action]),
      ),
    }
  }
  const edit = async (id: number, changes: object) => {
    const response = await app.inject({ method: 'PATCH', url: `/api/posts/${id}`, headers, payload: changes })
    expect(response.statusCode).toBe(200)
  }
  const read = async (id: number) => (await app.inject({ url: `/api/posts/${id}`, headers })).json()
  const listPosts = () =>
    sql<{ id: number; title: string; prompt: string; isPrivate: boolean }[]>`
      select id, title, prompt, is_private from posts where user_id = ${user.id} order by title, id`
  return { user, env, headers, sync, edit, read, listPosts }
}

const promptFile = (title: string, prompt: string, more = '') =>
  `---\ntitle: ${title}\ndescription: About ${title}\n${more}---\n\n${prompt}\n`

const read = (folder: string, file: string) => readFileSync(path.join(folder, file), 'utf8')
const write = (folder: string, file: string, text: string) => writeFileSync(path.join(folder, file), text)
const readLock = (folder: string) => JSON.parse(read(folder, 'prompts.lock.json'))

describe('two folders and the site', () => {
  it('stay alike when only one side changes', async () => {
    const { user, sync, edit } = await createMember()
    const topic = await seedTopic(database, { name: 'Sea life' })
    const post = await seedPost(database, {
      by: user,
      topic,
      title: 'Über “Fish”: a poem',
      description: 'Line one\nline two',
      prompt: 'Write about ${fish}.\n---\nEnd',
      tags: ['poem'],
      license: 'MIT',
      sourceUrl: 'https://example.org/a',
    })
    const secret = await seedPost(database, { by: user, isPrivate: true, title: 'Secret' })
    const [laptop, desktop] = [createFolder(), createFolder()]
    expect(await sync(laptop, ['pull'])).toMatchObject({
      code: 0,
      actions: { 'uber-fish-a-poem.md': 'added', 'secret.md': 'added' },
    })
    expect(read(laptop, 'uber-fish-a-poem.md')).toBe(`---
title: "Über “Fish”: a poem"
description: "Line one\\nline two"
type: "Text"
models: []
tags: ["poem"]
license: "MIT"
basedOn: "https://example.org/a"
topic: "Sea life"
visibility: "public"
---

Write about \${fish}.
---
End
`)
    expect(readLock(laptop).prompts[post.id]).toMatchObject({
      file: 'uber-fish-a-poem.md',
      version: 1,
      revision: 1,
      digest: expect.stringMatching(/^sha256-/),
    })
    await sync(desktop, ['pull'])
    expect((await sync(desktop, ['push'])).parsed.results).toEqual([])

    write(laptop, 'secret.md', read(laptop, 'secret.md').replace('Say something', 'Say nothing'))
    expect((await sync(laptop, ['status'])).parsed.changes).toMatchObject([
      { file: 'secret.md', here: 'changed', onSite: 'same', isConflict: false },
    ])
    expect(await sync(laptop, ['push'])).toMatchObject({ code: 0, actions: { 'secret.md': 'pushed' } })
    await edit(post.id, { title: 'Fish', tags: ['poem', 'sea'] })
    expect((await sync(desktop, ['status'])).parsed.changes).toMatchObject([
      { file: 'secret.md', here: 'same', onSite: 'changed' },
      { file: 'uber-fish-a-poem.md', here: 'same', onSite: 'changed' },
    ])
    expect(await sync(desktop, ['pull'])).toMatchObject({
      actions: { 'secret.md': 'updated', 'uber-fish-a-poem.md': 'updated' },
    })
    expect(read(desktop, 'secret.md')).toContain('Say nothing useful.')
    expect(read(desktop, 'uber-fish-a-poem.md')).toContain('title: "Fish"')
    await sync(laptop, ['pull'])
    for (const file of ['secret.md', 'uber-fish-a-poem.md'])
      expect(read(laptop, file)).toBe(read(desktop, file))
    expect((await sync(laptop, ['status'])).parsed).toMatchObject({ changes: [], unchanged: 2 })
    expect(secret.id).toBeGreaterThan(0)
  })

  it('merge changes of different fields, and show all three sides of a field that both have changed', async () => {
    const { user, sync, edit, read: readPost } = await createMember()
    const post = await seedPost(database, {
      by: user,
      isPrivate: true,
      title: 'Plan',
      prompt: 'one\ntwo\nthree',
    })
    const [laptop, desktop] = [createFolder(), createFolder()]
    await sync(laptop, ['pull'])
    await sync(desktop, ['pull'])
    write(laptop, 'plan.md', read(laptop, 'plan.md').replace('two', 'two here'))
    await sync(laptop, ['push'])
    write(desktop, 'plan.md', read(desktop, 'plan.md').replace('"Plan"', '"The plan"'))
    expect(await sync(desktop, ['push'])).toMatchObject({ code: 3, actions: { 'plan.md': 'conflict' } })
    expect(await sync(desktop, ['pull'])).toMatchObject({ code: 0, actions: { 'plan.md': 'merged' } })
    expect(await sync(desktop, ['push'])).toMatchObject({ code: 0, actions: { 'plan.md': 'pushed' } })
    expect(await readPost(post.id)).toMatchObject({ title: 'The plan', prompt: 'one\ntwo here\nthree' })

    // Both sides change the same field at once.
    await edit(post.id, { prompt: 'one\ntwo on the site\nthree' })
    const mine = read(desktop, 'plan.md').replace('two here', 'two at my desk')
    write(desktop, 'plan.md', mine)
    expect((await sync(desktop, ['status'])).code).toBe(3)
    const { code, parsed } = await sync(desktop, ['pull'])
    expect(code).toBe(3)
    expect(parsed.results).toMatchObject([
      {
        file: 'plan.md',
        action: 'conflict',
        conflicts: [
          {
            field: 'prompt',
            before: 'one\ntwo here\nthree',
            here: 'one\ntwo at my desk\nthree',
            onSite: 'one\ntwo on the site\nthree',
          },
        ],
      },
    ])
    expect(read(desktop, 'plan.md')).toBe(mine)
    expect(read(desktop, 'plan.theirs.md')).toContain('two on the site')
    // Nothing is overwritten until somebody decides.
    expect((await sync(desktop, ['push'])).code).toBe(3)
    expect((await sync(desktop, ['pull'])).code).toBe(3)
    write(desktop, 'plan.md', mine.replace('two at my desk', 'two of both'))
    expect((await sync(desktop, ['resolve', 'plan.md'])).code).toBe(0)
    expect(existsSync(path.join(desktop, 'plan.theirs.md'))).toBe(false)
    expect(await sync(desktop, ['push'])).toMatchObject({ code: 0, actions: { 'plan.md': 'pushed' } })
    expect((await readPost(post.id)).prompt).toBe('one\ntwo of both\nthree')

    write(laptop, 'plan.md', read(laptop, 'plan.md').replace('two here', 'two lost'))
    expect((await sync(laptop, ['pull'])).code).toBe(3)
    // As a shell completes the path, from outside of the folder.
    const fromOutside = { cwd: path.dirname(laptop) }
    const name = path.basename(laptop)
    const words = ['resolve', `./${name}/plan.md`, '--theirs']
    expect(await sync(laptop, words, fromOutside)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Name the folder with --dir'),
    })
    expect((await sync(laptop, [...words, '--dir', name], fromOutside)).code).toBe(0)
    expect(read(laptop, 'plan.md')).toBe(read(desktop, 'plan.md'))
    expect((await sync(laptop, ['status'])).parsed.changes).toEqual([])
  })

  it('shows a conflict to people, with what each side has changed', async () => {
    const { user, env, edit } = await createMember()
    const post = await seedPost(database, { by: user, isPrivate: true, title: 'Old', prompt: 'a\nb\nc' })
    const folder = createFolder()
    await run(['pull'], { cwd: folder, env })
    await edit(post.id, { title: 'Theirs', prompt: 'a\nb\nc there' })
    write(folder, 'old.md', read(folder, 'old.md').replace('Old', 'Mine').replace('\na\n', '\na here\n'))
    const { code, stdout, stderr } = await run(['pull'], { cwd: folder, env })
    expect(code).toBe(3)
    expect(stdout).toBe(`CONFLICT             old.md
    title was “Old”
    here:        “Mine”
    on the site: “Theirs”
    prompt, changed here:
      @@ -1,2 +1,2 @@
      -a
      +a here
       b
    prompt, changed on the site:
      @@ -2,2 +2,2 @@
       b
      -c
      +c there
`)
    expect(stderr).toContain('prompt-collection resolve FILE')
  })

  it('lose nothing when both push, and the site changes, at the same moment', async () => {
    const { user, sync, edit, read: readPost } = await createMember()
    const post = await seedPost(database, { by: user, isPrivate: true, title: 'Race', prompt: 'Start' })
    const folders = [createFolder(), createFolder()]
    for (const folder of folders) await sync(folder, ['pull'])
    const texts = ['Of the laptop', 'Of the desktop', 'Of the site']
    for (const [index, folder] of folders.entries())
      write(folder, 'race.md', read(folder, 'race.md').replace('Start', texts[index] ?? ''))
    const [first, second] = await Promise.all([
      ...folders.map((folder) => sync(folder, ['push'])),
      edit(post.id, { description: 'Changed meanwhile' }),
    ])
    const codes = [first?.code, second?.code]
    expect([0, 3]).toContain(codes[0])
    expect([0, 3]).toContain(codes[1])
    expect(codes.filter((code) => code === 0).length).toBeLessThanOrEqual(1)
    // Whoever came later still has their own text, and brings it after they have seen the other.
    for (const [index, folder] of folders.entries()) {
      expect(read(folder, 'race.md')).toContain(texts[index])
      const { code } = await sync(folder, ['pull'])
      if (code === 3) expect((await sync(folder, ['resolve', 'race.md'])).code).toBe(0)
      expect((await sync(folder, ['push'])).code).toBe(0)
      expect(await readPost(post.id)).toMatchObject({
        prompt: texts[index],
        description: 'Changed meanwhile',
      })
    }
  })

  it('keep what was changed on one side and deleted on the other until somebody decides', async () => {
    const { user, sync, edit, headers, listPosts } = await createMember()
    const titles = ['Gone here', 'Gone there', 'Gone and edited', 'Edited and gone']
    const posts = []
    for (const title of titles)
      posts.push(await seedPost(database, { by: user, isPrivate: true, title, prompt: `Prompt of ${title}` }))
    const [, deletedThere, edited, gone] = posts
    const folder = createFolder()
    await sync(folder, ['pull'])
    const remove = (id = 0) => app.inject({ method: 'DELETE', url: `/api/posts/${id}`, headers })
    rmSync(path.join(folder, 'gone-here.md'))
    rmSync(path.join(folder, 'gone-and-edited.md'))
    await edit(edited?.id ?? 0, { title: 'Changed' })
    write(folder, 'edited-and-gone.md', read(folder, 'edited-and-gone.md').replace('Prompt of', 'My'))
    await remove(deletedThere?.id)
    await remove(gone?.id)
    expect(await sync(folder, ['push'])).toMatchObject({
      code: 3,
      actions: {
        'gone-here.md': 'deleted-here',
        'gone-there.md': 'deleted-on-site',
        'gone-and-edited.md': 'conflict',
        'edited-and-gone.md': 'conflict',
      },
    })
    expect(await sync(folder, ['pull'])).toMatchObject({
      code: 3,
      actions: {
        'gone-there.md': 'deleted-on-site',
        'gone-and-edited.md': 'conflict',
        'edited-and-gone.md': 'conflict',
      },
    })
    expect(await sync(folder, ['pull', '--delete'])).toMatchObject({
      actions: { 'gone-there.md': 'deleted-file' },
    })
    expect(existsSync(path.join(folder, 'gone-there.md'))).toBe(false)
    expect(existsSync(path.join(folder, 'edited-and-gone.md'))).toBe(true)
    // Deleting asks, and where nobody can answer, nothing is deleted.
    expect(await sync(folder, ['push', '--delete'])).toMatchObject({ code: 2 })
    expect(await sync(folder, ['push', '--delete', '--yes'])).toMatchObject({
      actions: { 'gone-here.md': 'deleted-post' },
    })
    expect((await sync(folder, ['resolve', 'gone-and-edited.md', '--theirs'])).code).toBe(0)
    expect(read(folder, 'gone-and-edited.md')).toContain('title: "Changed"')
    expect((await sync(folder, ['resolve', 'edited-and-gone.md'])).code).toBe(0)
    expect(await sync(folder, ['push'])).toMatchObject({
      code: 0,
      actions: { 'edited-and-gone.md': 'created' },
    })
    expect((await listPosts()).map(({ title }) => title)).toEqual(['Changed', 'Edited and gone'])
    expect((await sync(folder, ['status'])).parsed.changes).toEqual([])
  })
})

describe('a push', () => {
  it('creates prompts with everything that their files say', async () => {
    const { sync, read: readPost } = await createMember()
    await seedTopic(database, { name: 'Short Stories' })
    const folder = createFolder({
      'a.md': promptFile(
        'Public',
        'Tell me of ${hero}.',
        'tags: [C++, "Two words"]\nmodels: [claude]\ntype: code\nlicense: MIT\ntopic: short stories\nvisibility: public\nowner: me # keep\n',
      ),
      'b.md': promptFile('Private', 'Hush'),
      'README.md': '# No prompt\n',
      'notes/deep/c.md':
        '---\r\ntitle: Deep\r\ndescription: >\r\n  folded\r\n  text\r\n---\r\nLine\r\n\r\nEnd\r\n',
    })
    expect(await sync(folder, ['push'])).toMatchObject({ code: 2 })
    const { code, results, actions } = await sync(folder, ['push', '--yes'])
    expect(code).toBe(0)
    expect(actions).toEqual({ 'a.md': 'created', 'b.md': 'created', 'notes/deep/c.md': 'created' })
    const idOf = (file: string) =>
      (results.find((result) => result.file === file) as unknown as { id: number }).id
    expect(await readPost(idOf('a.md'))).toMatchObject({
      title: 'Public',
      tags: ['c++', 'two-words'],
      models: ['claude'],
      type: 'Code',
      license: 'MIT',
      topic: { name: 'Short Stories' },
      isPrivate: false,
    })
    expect(await readPost(idOf('b.md'))).toMatchObject({ isPrivate: true })
    expect(await readPost(idOf('notes/deep/c.md'))).toMatchObject({
      description: 'folded text',
      prompt: 'Line\n\nEnd',
    })
    // What the site has normalized is no change.
    expect((await sync(folder, ['status'])).parsed).toMatchObject({ changes: [], ignored: ['README.md'] })
    expect((await sync(folder, ['push'])).parsed.results).toEqual([])
    write(
      folder,
      'b.md',
      read(folder, 'b.md').replace('---\n\n', 'visibility: public\n---\n\n').replace('Hush', 'Loud'),
    )
    expect(await sync(folder, ['push', '--note', 'Louder'])).toMatchObject({ actions: { 'b.md': 'pushed' } })
    expect(await readPost(idOf('b.md'))).toMatchObject({ isPrivate: false, prompt: 'Loud' })
    expect((await sync(folder, ['status'])).parsed.changes).toEqual([])
  })

  it('changes the text of messages and of a skill, and leaves the rest of the skill alone', async () => {
    const { sync, headers, read: readPost } = await createMember()
    const skill = JSON.stringify({ name: 'synced', compatibility: 'Any', files: [] })
    const payload = {
      title: 'Do it',
      description: 'Does it',
      prompt: 'Do it.',
      form: 'skill',
      skill,
      isPrivate: true,
    }
    const { id } = (await app.inject({ method: 'POST', url: '/api/posts', headers, payload })).json()
    const folder = createFolder({
      'talk.md': promptFile(
        'Talk',
        '{{role "system"}}\nBe brief.\n\n{{role "user"}}\nHi',
        'form: messages\n',
      ),
    })
    await sync(folder, ['pull'])
    expect(read(folder, 'do-it.md')).toContain('form: "skill"')
    write(folder, 'do-it.md', read(folder, 'do-it.md').replace('Do it.', 'Do it well.'))
    expect(await sync(folder, ['push'])).toMatchObject({
      code: 0,
      actions: { 'do-it.md': 'pushed', 'talk.md': 'created' },
    })
    const post = await readPost(id)
    expect(post).toMatchObject({ prompt: 'Do it well.', form: 'skill' })
    expect(JSON.parse(post.skill)).toMatchObject({ name: 'synced', compatibility: 'Any' })
    expect((await sync(folder, ['status'])).parsed.changes).toEqual([])
  })

  it('leaves out pages with a title and without a description, and says so', async () => {
    const { sync, listPosts } = await createMember()
    const folder = createFolder({
      'good.md': promptFile('Good', 'Fine'),
      'page.md': '---\ntitle: About\n---\nText\n',
      'empty.md': '---\ntitle: Empty\ndescription: "  "\n---\nText\n',
    })
    for (const good of ['created', undefined]) {
      const { code, actions, results } = await sync(folder, ['push', '--yes'])
      expect(code).toBe(0)
      expect(actions['good.md']).toBe(good)
      expect(actions).toMatchObject({ 'page.md': 'left-out', 'empty.md': 'left-out' })
      expect(results.find(({ file }) => file === 'page.md')?.message).toContain('Add `description`')
    }
    expect((await listPosts()).map(({ title }) => title)).toEqual(['Good'])
  })

  it('leaves one file that the site refuses alone, and sends the others', async () => {
    const { sync, listPosts } = await createMember()
    const folder = createFolder({
      'good.md': promptFile('Good', 'Fine'),
      'bad-yaml.md': '---\ntitle: "Open\n---\nText\n',
      'bad-model.md': promptFile('Model', 'Fine too', 'models: [nobody]\n'),
      'bad-topic.md': promptFile('Topic', 'Fine', 'topic: Nowhere\nvisibility: public\n'),
      'private-topic.md': promptFile('Private topic', 'Fine', 'topic: Nowhere\n'),
      'empty.md': '---\ntitle: Empty\ndescription: Nothing\n---\n\n',
      'cut.md': promptFile('Cut', 'Begin', `id: 3\nsource: ${site}/post/3\ntruncated: true\n`),
    })
    writeFileSync(path.join(folder, 'latin.md'), Buffer.from('---\ntitle: caf\xe9\n---\nx\n', 'latin1'))
    const { code, results, actions } = await sync(folder, ['push', '--yes'])
    expect(code).toBe(1)
    expect(actions['good.md']).toBe('created')
    const messages = Object.fromEntries(results.map(({ file, message }) => [file, message]))
    expect(messages['bad-yaml.md']).toContain('YAML')
    expect(messages['bad-model.md']).toContain('not in the catalogue')
    expect(messages['bad-topic.md']).toContain('no topic “Nowhere”')
    expect(messages['private-topic.md']).toContain('visibility: public')
    expect(messages['empty.md']).toContain('empty')
    expect(messages['cut.md']).toContain('only the beginning')
    expect(messages['latin.md']).toContain('UTF-8')
    expect((await listPosts()).map(({ title }) => title)).toEqual(['Good'])
    // A file that is mended afterwards is created.
    write(folder, 'bad-model.md', promptFile('Model', 'Fine too', 'models: [claude]\n'))
    expect((await sync(folder, ['push'])).actions['bad-model.md']).toBe('created')
  })

  const WRITES = 5
  const kills = Array.from({ length: WRITES }, (_, index) => index + 1).flatMap((write) => [
    { write, point: 'before' as const },
    { write, point: 'after' as const },
  ])
  const isFull = process.env.FULL_TESTS === 'true'
  const tried = kills.filter(({ write }) => isFull || write === 2)
  it.each(tried)('that is killed $point write $write can be repeated', async ({ write: number, point }) => {
    const { user, sync, listPosts } = await createMember()
    await seedPost(database, { by: user, isPrivate: true, title: 'Changed', prompt: 'Old' })
    await seedPost(database, { by: user, isPrivate: true, title: 'Deleted', prompt: 'Delete me' })
    const folder = createFolder({
      'new-1.md': promptFile('New 1', 'One'),
      'new-2.md': promptFile('New 2', 'Two'),
    })
    await sync(folder, ['pull'])
    write(
      folder,
      'changed.md',
      read(folder, 'changed.md').replace('Old', 'New').replace('visibility: "private"', 'visibility: public'),
    )
    rmSync(path.join(folder, 'deleted.md'))
    let child: { kill(signal: 'SIGKILL'): boolean } | undefined
    let writes = 0
    const kill = () => child?.kill('SIGKILL')
    steps.before = () => {
      writes += 1
      return point === 'before' && writes === number && kill() === true
    }
    steps.after = () => point === 'after' && writes === number && kill() === true
    const killed = await sync(folder, ['push', '--delete', '--yes'], {
      onStart: (started) => (child = started),
    })
    Object.assign(steps, { before: undefined, after: undefined })
    expect(killed.code).toBe(null)
    // The file is edited before the command is repeated.
    if (number === 2) write(folder, 'new-1.md', promptFile('New 1', 'One more'))
    expect(await sync(folder, ['push', '--delete', '--yes'])).toMatchObject({ code: 0 })
    expect(await listPosts()).toMatchObject([
      { title: 'Changed', prompt: 'New', isPrivate: false },
      { title: 'New 1', prompt: number === 2 ? 'One more' : 'One' },
      { title: 'New 2', prompt: 'Two' },
    ])
    expect((await sync(folder, ['status'])).parsed.changes).toEqual([])
    expect(readLock(folder).pending).toBeUndefined()
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual(['.prompt-collection'])
  })

  it('that is killed after it has created a post, whose file is then edited, changes that post', async () => {
    const { sync, listPosts } = await createMember()
    const folder = createFolder({ 'a.md': promptFile('First', 'One') })
    let child: { kill(signal: 'SIGKILL'): boolean } | undefined
    steps.after = () => child?.kill('SIGKILL')
    await sync(folder, ['push', '--yes'], { onStart: (started) => (child = started) })
    steps.after = undefined
    write(folder, 'a.md', promptFile('Second', 'Two'))
    expect(await sync(folder, ['push'])).toMatchObject({ code: 0, actions: { 'a.md': 'created' } })
    expect(await listPosts()).toMatchObject([{ title: 'Second', prompt: 'Two' }])
    expect((await sync(folder, ['status'])).parsed.changes).toEqual([])
  })

  it('creates one post if the answer is lost on the way', async () => {
    const { sync, listPosts } = await createMember()
    const folder = createFolder({ 'a.md': promptFile('One', '1') })
    let lost = 0
    steps.after = () => {
      lost += 1
      return lost === 1
    }
    expect(await sync(folder, ['push', '--yes'])).toMatchObject({ code: 0, actions: { 'a.md': 'created' } })
    steps.after = undefined
    expect(lost).toBe(2)
    expect(await listPosts()).toHaveLength(1)
  })

  it('stops at a limit of the site, says how far it came, and goes on from there', async () => {
    const { sync, listPosts } = await createMember()
    const names = ['a', 'b', 'c', 'd']
    const folder = createFolder(
      Object.fromEntries(names.map((name) => [`${name}.md`, promptFile(name, name)])),
    )
    let writes = 0
    steps.limit = () => {
      writes += 1
      return writes === 3
    }
    const { code, stderr } = await sync(folder, ['push', '--yes'])
    steps.limit = undefined
    expect(code).toBe(6)
    expect(stderr).toContain('2 files of this run arrived before')
    expect(stderr).toContain('Try again in 30 minutes')
    expect((await sync(folder, ['push'])).actions).toEqual({ 'c.md': 'created', 'd.md': 'created' })
    expect(await listPosts()).toHaveLength(4)
  })

  it('finds its posts again in a folder without its lock file', async () => {
    const { sync, listPosts } = await createMember()
    const folder = createFolder({
      'a.md': promptFile('One', '1', 'tags: [Two Words]\n'),
      'b.md': promptFile('Two', '2'),
    })
    await sync(folder, ['push', '--yes'])
    rmSync(path.join(folder, 'prompts.lock.json'))
    rmSync(path.join(folder, '.prompt-collection'), { recursive: true })
    expect(await sync(folder, ['push', '--yes'])).toMatchObject({
      code: 0,
      actions: { 'a.md': 'linked', 'b.md': 'linked' },
    })
    rmSync(path.join(folder, 'prompts.lock.json'))
    expect(await sync(folder, ['pull'])).toMatchObject({ actions: { 'a.md': 'linked', 'b.md': 'linked' } })
    expect(await listPosts()).toHaveLength(2)
  })

  it('shows a conflict in a clone without the texts of before, and merges nothing there', async () => {
    const { sync, edit, read: readPost } = await createMember()
    const folder = createFolder({ 'a.md': promptFile('One', 'Text') })
    const { parsed } = await sync(folder, ['push', '--yes'])
    const { id } = parsed.results[0]
    rmSync(path.join(folder, '.prompt-collection'), { recursive: true })
    await edit(id, { prompt: 'Text of the site' })
    write(folder, 'a.md', promptFile('Two', 'Text'))
    const pulled = await sync(folder, ['pull'])
    expect(pulled.code).toBe(3)
    expect(pulled.parsed.results[0].conflicts.map(({ field }: { field: string }) => field)).toEqual([
      'title',
      'description',
      'prompt',
    ])
    expect(await readPost(id)).toMatchObject({ title: 'One', prompt: 'Text of the site' })
  })
})

describe('files of other people', () => {
  it('keep their comments, their own keys, their line ends and their mark', async () => {
    const { sync, edit } = await createMember()
    const text =
      '\uFEFF---\r\n# about it\r\ntitle: Kept   # here\r\ndescription: Mine\r\nmine: {a: 1}\r\n---\r\n\r\nOne\r\nTwo\r\n'
    const folder = createFolder({ 'a.md': text })
    const { parsed } = await sync(folder, ['push', '--yes'])
    await edit(parsed.results[0].id, { title: 'New title', prompt: 'One\nThree' })
    expect((await sync(folder, ['pull'])).actions).toEqual({ 'a.md': 'updated' })
    const updated = read(folder, 'a.md')
    expect(updated).toBe(
      text
        .replace('Kept   # here', 'New title # here')
        .replace('mine: {a: 1}', 'mine: {a: 1}\r\ntype: Text\r\nvisibility: private')
        .replace('Two', 'Three'),
    )
    expect((await sync(folder, ['status'])).parsed.changes).toEqual([])
  })

  it('are found again when they are moved or renamed', async () => {
    const { sync, listPosts, read: readPost } = await createMember()
    const folder = createFolder({ 'a.md': promptFile('One', '1'), 'b.md': promptFile('Two', '2') })
    const { parsed } = await sync(folder, ['push', '--yes'])
    renameSync(path.join(folder, 'a.md'), path.join(folder, 'Renamed.md'))
    write(folder, 'c.md', promptFile('Two', '2 changed'))
    rmSync(path.join(folder, 'b.md'))
    expect(await sync(folder, ['push', '--delete', '--yes'])).toMatchObject({
      code: 0,
      actions: { 'c.md': 'pushed' },
    })
    expect(await listPosts()).toHaveLength(2)
    expect((await readPost(parsed.results[1].id)).prompt).toBe('2 changed')
    expect(Object.values(readLock(folder).prompts)).toMatchObject([{ file: 'Renamed.md' }, { file: 'c.md' }])
  })

  it('never share a name, and have names that every system can store', async () => {
    const { user, sync } = await createMember()
    const titles = [
      'Same',
      'Same',
      'SAME',
      'con',
      '../../etc/passwd',
      '俳句',
      '   .. / \\ ',
      'README',
      'x'.repeat(200),
    ]
    const ids: number[] = []
    for (const [index, title] of titles.entries())
      ids.push((await seedPost(database, { by: user, isPrivate: true, title, prompt: `Prompt ${index}` })).id)
    const folder = createFolder({ 'same.md': 'Not a prompt\n', 'README.md': '# Read me\n' })
    expect((await sync(folder, ['pull'])).code).toBe(0)
    const names = readdirSync(folder).filter((name) => name.endsWith('.md'))
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(titles.length + 2)
    expect(names.sort()).toEqual(
      [
        'README.md',
        'same.md',
        `same-${ids[0]}.md`,
        `same-${ids[1]}.md`,
        `same-${ids[2]}.md`,
        `con-${ids[3]}.md`,
        'etc-passwd.md',
        `prompt-${ids[5]}.md`,
        `prompt-${ids[6]}.md`,
        `readme-${ids[7]}.md`,
        `${'x'.repeat(64)}.md`,
      ].sort(),
    )
    expect(read(folder, 'same.md')).toBe('Not a prompt\n')
    expect((await sync(folder, ['status'])).parsed.changes).toEqual([])
  })

  it('are read without following links, and written without leaving the folder', async () => {
    const { sync, edit, listPosts } = await createMember()
    const outside = createFolder({ 'secret.md': promptFile('Outside', 'Not yours') })
    const folder = createFolder({ 'a.md': promptFile('One', '1'), '.hidden/b.md': promptFile('Hidden', '2') })
    symlinkSync(path.join(outside, 'secret.md'), path.join(folder, 'linked.md'))
    symlinkSync(outside, path.join(folder, 'sub'))
    const { parsed } = await sync(folder, ['push', '--yes'])
    expect((await listPosts()).map(({ title }) => title)).toEqual(['One'])
    const { id } = parsed.results[0]
    await edit(id, { prompt: 'Changed' })
    for (const file of ['../outside.md', '/tmp/outside.md', 'sub/secret.md', 'a.txt', 'C:\\a.md']) {
      const lock = readLock(folder)
      lock.prompts[id].file = file
      write(folder, 'prompts.lock.json', JSON.stringify(lock))
      rmSync(path.join(folder, 'a.md'), { force: true })
      const { code } = await sync(folder, ['resolve', file, '--theirs'])
      expect(code, file).not.toBe(0)
    }
    expect(read(outside, 'secret.md')).toBe(promptFile('Outside', 'Not yours'))
    expect(readdirSync(outside)).toEqual(['secret.md'])
  })

  it('are thousands in a moment, of which only prompts are sent', async () => {
    const { sync, listPosts } = await createMember()
    const files = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, index) => [
        `docs/${index % 50}/page-${index}.md`,
        `# Page ${index}\n`,
      ]),
    )
    const folder = createFolder({ ...files, 'a.md': promptFile('One', '1') })
    const { parsed } = await sync(folder, ['push', '--yes'])
    expect(parsed.results).toHaveLength(1)
    expect(await listPosts()).toHaveLength(1)
  })
})

describe('a folder', () => {
  it('belongs to one site and one member', async () => {
    const [ada, bob] = [await createMember(), await createMember()]
    const folder = createFolder({ 'a.md': promptFile('One', '1') })
    await ada.sync(folder, ['push', '--yes'])
    expect(await bob.sync(folder, ['push'])).toMatchObject({ code: 4 })
    const other = await ada.sync(folder, ['status', '--site', 'https://other.example'])
    expect(other.code).toBe(2)
    expect(other.stderr).toContain(`belongs to ${site}`)
  })

  it('is changed by one command at a time', async () => {
    const { sync, listPosts } = await createMember()
    const folder = createFolder({ 'a.md': promptFile('One', '1'), 'b.md': promptFile('Two', '2') })
    const outcomes = await Promise.all([1, 2, 3].map(() => sync(folder, ['push', '--yes'])))
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(await listPosts()).toHaveLength(2)
  })

  it('says what is wrong with its lock file', async () => {
    const { sync } = await createMember()
    const folder = createFolder({ 'prompts.lock.json': '<<<<<<< HEAD\n{}\n=======\n' })
    const { code, stderr } = await sync(folder, ['status'])
    expect(code).toBe(1)
    expect(stderr).toContain('markers of a merge')
  })

  it('gets only the prompts whose ids are named', async () => {
    const { user, sync } = await createMember()
    const [one] = [
      await seedPost(database, { by: user, isPrivate: true, title: 'One' }),
      await seedPost(database, { by: user, isPrivate: true, title: 'Two' }),
    ]
    const folder = createFolder()
    expect((await sync(folder, ['pull', String(one?.id)])).actions).toEqual({ 'one.md': 'added' })
    expect((await sync(folder, ['pull', '999999'])).code).toBe(1)
  })
})
