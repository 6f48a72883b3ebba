import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { openKeptFiles } from '#server/media/kept-files.ts'
import { placeOf } from '#server/media/place.ts'
import { testApp, testDataDir } from '#tests/support/app.ts'
import { aSession, aUser } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { aPicture, dataString } from '#tests/support/samples.ts'
import { sweepMedia } from './sweep-media.ts'

const database = await testDatabase()
const { sql } = database
const app = await testApp(database)
const dataDir = testDataDir(app)
const headers = await aSession(database, await aUser(database))

const files = openKeptFiles({ dataDir, s3: null })

const sweep = () => sweepMedia({ sql, files })
const age = () => sql`update media_files set touched_at = now() - interval '25 hours'`
const isThere = (address: string) =>
  existsSync(path.join(dataDir, 'media', placeOf(address.slice('/media/'.length))))
const picture = async (side: number) => dataString(await aPicture(side, side).png().toBuffer())
const send = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  (await app.inject({ method, url, headers, ...(payload && { payload }) })).json()
let count = 0
const publish = (exampleFiles: string[]) => {
  count += 1
  const prompt = `Number ${count}`
  return send('POST', '/api/posts', { title: 'A', description: 'B', prompt, type: 'Text', exampleFiles })
}

beforeEach(async () => {
  await sql`truncate posts, media_files cascade`
  await sql`update users set avatar = null`
  rmSync(path.join(dataDir, 'media'), { recursive: true, force: true })
})

describe('A sweep', () => {
  it('removes a file with its thumbnails once no post and no avatar uses it, and a day has passed', async () => {
    const post = await publish([await picture(400)])
    const [file] = post.exampleFiles
    expect((await app.inject(`${file}/320.webp`)).statusCode).toBe(200)
    const { avatar } = await send('PATCH', '/api/user/profile', { avatar: await picture(9) })
    await age()
    expect([await sweep(), isThere(file), isThere(avatar)]).toEqual([0, true, true])
    await send('DELETE', `/api/posts/${post.id}`)
    await sql`update media_files set touched_at = now() - interval '23 hours'`
    expect([await sweep(), isThere(file)]).toEqual([0, true])
    await age()
    expect([await sweep(), isThere(file), isThere(avatar)]).toEqual([1, false, true])
    expect((await app.inject(`${file}/320.webp`)).statusCode).toBe(404)
    await send('PATCH', '/api/user/profile', { avatar: null })
    expect([await sweep(), isThere(avatar)]).toEqual([0, false])
  })

  it('lets a file that stands in two posts go with the second', async () => {
    const [first, second] = [await publish([await picture(11)]), await publish([await picture(11)])]
    await age()
    await send('DELETE', `/api/posts/${first.id}`)
    expect([await sweep(), isThere(second.exampleFiles[0])]).toEqual([0, true])
    await send('PATCH', `/api/posts/${second.id}`, { exampleFiles: [] })
    expect([await sweep(), isThere(second.exampleFiles[0])]).toEqual([0, false])
  })

  it('knows files that came without an upload from the first time that it sees them', async () => {
    const name = `${'0b'.repeat(32)}-3x4.webp`
    await files.write(name, Buffer.from('imported'))
    writeFileSync(path.join(dataDir, 'media', '0b', 'remark.txt'), '')
    expect(await sweep()).toBe(0)
    await age()
    expect([await sweep(), isThere(`/media/${name}`)]).toEqual([1, false])
  })

  it('never takes a file from a post that is being published', async () => {
    for (let round = 0; round < 15; round += 1) {
      const old = await publish([await picture(21)])
      await send('DELETE', `/api/posts/${old.id}`)
      await age()
      const [post] = await Promise.all([publish([await picture(21)]), sweep(), sweep()])
      expect(isThere(post.exampleFiles[0])).toBe(true)
      await send('DELETE', `/api/posts/${post.id}`)
      await age()
      const [again] = await Promise.all([publish(post.exampleFiles), sweep()])
      // Either it came first and the file stays, or the sweep did and there is none to name.
      expect(again.id === undefined || isThere(post.exampleFiles[0])).toBe(true)
      if (again.id) await send('DELETE', `/api/posts/${again.id}`)
    }
  })
})

describe('A file that is replaced', () => {
  it('goes at once with its thumbnails, from posts and avatars', async () => {
    const post = await publish([await picture(400)])
    const [old] = post.exampleFiles
    await app.inject(`${old}/320.webp`)
    const edited = await send('PATCH', `/api/posts/${post.id}`, { exampleFiles: [await picture(401)] })
    expect([isThere(old), isThere(edited.exampleFiles[0])]).toEqual([false, true])
    expect((await app.inject(`${old}/320.webp`)).statusCode).toBe(404)
    const avatars = []
    for (const background of ['#ff0000', '#00ff00', '#0000ff']) {
      const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background } })
        .png()
        .toBuffer()
      avatars.push((await send('PATCH', '/api/user/profile', { avatar: dataString(bytes) })).avatar)
    }
    expect(avatars.map(isThere)).toEqual([false, false, true])
    expect(await sql`select from media_files`).toHaveLength(2)
  })

  it('stays where another post names it, and where somebody is just uploading it again', async () => {
    const [first, second] = [await publish([await picture(11)]), await publish([await picture(11)])]
    const [file] = first.exampleFiles
    await send('PATCH', `/api/posts/${first.id}`, { exampleFiles: [] })
    expect(isThere(file)).toBe(true)
    await sql`update media_files set touched_at = now() + interval '1 second'`
    await send('PATCH', `/api/posts/${second.id}`, { exampleFiles: [] })
    expect(isThere(file)).toBe(true)
  })

  it('was never stored where another file of the same request is refused', async () => {
    const { message } = await publish([await picture(30), await picture(31), 'data:image/png;base64,AAAA'])
    expect(message).toBe('Invalid file type')
    expect(await sql`select from media_files`).toHaveLength(0)
  })
})

it('Files and their folders are for the site’s own user alone', async () => {
  const post = await publish([await picture(12)])
  const place = placeOf(post.exampleFiles[0].slice('/media/'.length))
  await app.inject(`${post.exampleFiles[0]}/320.webp`)
  const modes = ['media', 'made', path.dirname(`media/${place}`), `media/${place}`].map(
    (name) => statSync(path.join(dataDir, name)).mode & 0o777,
  )
  expect(modes).toEqual([0o700, 0o700, 0o700, 0o600])
})
