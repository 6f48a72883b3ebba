import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFileStore } from '#server/media/create-file-store.ts'
import { getStoragePath } from '#server/media/storage-path.ts'
import { buildTestApp, getTestDataDir } from '#tests/support/app.ts'
import { seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { createTestImage, toDataUrl } from '#tests/support/samples.ts'
import { sweepMedia } from './sweep-media.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)
const dataDir = getTestDataDir(app)
const headers = await seedSession(database, await seedUser(database))

const files = createFileStore({ dataDir, s3: null })

const sweep = () => sweepMedia({ sql, files })
const expireGracePeriod = () => sql`update media_files set touched_at = now() - interval '25 hours'`
const isStored = (url: string) =>
  existsSync(path.join(dataDir, 'media', getStoragePath(url.slice('/media/'.length))))
const picture = async (side: number) => toDataUrl(await createTestImage(side, side).png().toBuffer())
const send = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  (await app.inject({ method, url, headers, ...(payload && { payload }) })).json()
/** Replaces a post's files and deletes the version that used the previous ones. */
const replaceFiles = async (id: number, exampleFiles: string[]) => {
  const edited = await send('PATCH', `/api/posts/${id}`, { exampleFiles })
  await send('DELETE', `/api/posts/${id}/versions/1`)
  return edited
}
let count = 0
const publish = (exampleFiles: string[]) => {
  count += 1
  const prompt = `Number ${count}`
  return send('POST', '/api/posts', { title: 'A', description: 'B', prompt, type: 'Text', exampleFiles })
}

beforeEach(async () => {
  await deleteRows(sql, 'posts', 'media_files')
  await sql`update users set avatar = null`
  rmSync(path.join(dataDir, 'media'), { recursive: true, force: true })
})

describe('A sweep', () => {
  it('deletes a file and its thumbnails a day after its last use by a post or an avatar', async () => {
    const post = await publish([await picture(400)])
    const [file] = post.exampleFiles
    expect((await app.inject(`${file}/320.webp`)).statusCode).toBe(200)
    const { avatar } = await send('PATCH', '/api/user/profile', { avatar: await picture(9) })
    await expireGracePeriod()
    expect([await sweep(), isStored(file), isStored(avatar)]).toEqual([0, true, true])
    await send('DELETE', `/api/posts/${post.id}`)
    await sql`update media_files set touched_at = now() - interval '23 hours'`
    expect([await sweep(), isStored(file)]).toEqual([0, true])
    await expireGracePeriod()
    expect([await sweep(), isStored(file), isStored(avatar)]).toEqual([1, false, true])
    expect((await app.inject(`${file}/320.webp`)).statusCode).toBe(404)
    await send('PATCH', '/api/user/profile', { avatar: null })
    expect([await sweep(), isStored(avatar)]).toEqual([0, false])
  })

  it('keeps a file that two posts use until the last version of the second that used it is deleted', async () => {
    const [first, second] = [await publish([await picture(11)]), await publish([await picture(11)])]
    await expireGracePeriod()
    await send('DELETE', `/api/posts/${first.id}`)
    expect([await sweep(), isStored(second.exampleFiles[0])]).toEqual([0, true])
    await send('PATCH', `/api/posts/${second.id}`, { exampleFiles: [] })
    await expireGracePeriod()
    expect([await sweep(), isStored(second.exampleFiles[0])]).toEqual([0, true])
    await send('DELETE', `/api/posts/${second.id}/versions/1`)
    expect([await sweep(), isStored(second.exampleFiles[0])]).toEqual([0, false])
  })

  it('registers files that were not uploaded when it first sees them', async () => {
    const name = `${'0b'.repeat(32)}-3x4.webp`
    await files.write(name, Buffer.from('imported'))
    writeFileSync(path.join(dataDir, 'media', '0b', 'remark.txt'), '')
    expect(await sweep()).toBe(0)
    await expireGracePeriod()
    expect([await sweep(), isStored(`/media/${name}`)]).toEqual([1, false])
  })

  it('never deletes a file of a post that is being published', async () => {
    for (let round = 0; round < 15; round += 1) {
      const old = await publish([await picture(21)])
      await send('DELETE', `/api/posts/${old.id}`)
      await expireGracePeriod()
      const [post] = await Promise.all([publish([await picture(21)]), sweep(), sweep()])
      expect(isStored(post.exampleFiles[0])).toBe(true)
      await send('DELETE', `/api/posts/${post.id}`)
      await expireGracePeriod()
      const [again] = await Promise.all([publish(post.exampleFiles), sweep()])
      // If the post was published first, the file remains; if the sweep ran first, publishing is rejected.
      expect(again.id === undefined || isStored(post.exampleFiles[0])).toBe(true)
      if (again.id) await send('DELETE', `/api/posts/${again.id}`)
    }
  })
})

describe('A replaced file', () => {
  it('of a version or an avatar is deleted immediately with its thumbnails', async () => {
    const post = await publish([await picture(400)])
    const [old] = post.exampleFiles
    await app.inject(`${old}/320.webp`)
    const edited = await replaceFiles(post.id, [await picture(401)])
    expect([isStored(old), isStored(edited.exampleFiles[0])]).toEqual([false, true])
    expect((await app.inject(`${old}/320.webp`)).statusCode).toBe(404)
    const avatars = []
    for (const background of ['#ff0000', '#00ff00', '#0000ff']) {
      const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background } })
        .png()
        .toBuffer()
      avatars.push((await send('PATCH', '/api/user/profile', { avatar: toDataUrl(bytes) })).avatar)
    }
    expect(avatars.map(isStored)).toEqual([false, false, true])
    expect(await sql`select from media_files`).toHaveLength(2)
  })

  it('is kept if another post uses it or an upload has just stored it again', async () => {
    const [first, second] = [await publish([await picture(11)]), await publish([await picture(11)])]
    const [file] = first.exampleFiles
    await replaceFiles(first.id, [])
    expect(isStored(file)).toBe(true)
    await sql`update media_files set touched_at = now() + interval '1 second'`
    await replaceFiles(second.id, [])
    expect(isStored(file)).toBe(true)
  })

  it('is never stored if another file of the same request is rejected', async () => {
    const { message } = await publish([await picture(30), await picture(31), 'data:image/png;base64,AAAA'])
    expect(message).toBe('Invalid file type')
    expect(await sql`select from media_files`).toHaveLength(0)
  })
})

it("Files and their directories are accessible to the server's own user only", async () => {
  const post = await publish([await picture(12)])
  const filePath = getStoragePath(post.exampleFiles[0].slice('/media/'.length))
  await app.inject(`${post.exampleFiles[0]}/320.webp`)
  const modes = ['media', 'made', path.dirname(`media/${filePath}`), `media/${filePath}`].map(
    (name) => statSync(path.join(dataDir, name)).mode & 0o777,
  )
  expect(modes).toEqual([0o700, 0o700, 0o700, 0o600])
})
