import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { placeOf } from '#server/media/place.ts'
import { testApp, testDataDir } from '#tests/support/app.ts'
import { aSession, aUser } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'

const database = await testDatabase()
const { sql } = database
const app = await testApp(database)

const fields = { bio: '', website: '', xLink: '', linkedinLink: '', avatar: null }

const aNewcomer = async () => {
  const user = await aUser(database)
  await sql`update users set profile_completed = false where id = ${user.id}`
  return { ...user, headers: await aSession(database, user) }
}
const aMember = async () => {
  const user = await aUser(database)
  return { ...user, headers: await aSession(database, user) }
}
type Headers = Record<string, string>
const complete = (headers: Headers, username: string, more: object = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/profile/complete',
    headers,
    payload: { ...fields, username, profileCompleted: true, ...more },
  })
const change = (headers: Headers, payload: object) =>
  app.inject({ method: 'PATCH', url: '/api/user/profile', headers, payload })

const data = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`
const aPicture = (width = 600, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } })

describe('Completing the profile', () => {
  it('sets the name once; a second time is 409', async () => {
    const { headers } = await aNewcomer()
    const answer = await complete(headers, 'Ada1815', { bio: ' Hello ', website: 'https://ada.example.org' })
    expect(answer.json()).toMatchObject({
      ...{ username: 'Ada1815', profileCompleted: true, bio: 'Hello', website: 'https://ada.example.org' },
    })
    expect((await complete(headers, 'Ada1816')).statusCode).toBe(409)
    expect((await app.inject('/api/users/ada1815')).json().username).toBe('Ada1815')
  })

  it('lets one of fifty have a name that all want at once, whatever the case', async () => {
    const newcomers = await Promise.all(Array.from({ length: 50 }, aNewcomer))
    const answers = await Promise.all(
      newcomers.map(({ headers }, n) => complete(headers, n % 2 ? 'Wanted' : 'wanteD')),
    )
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(49)
    const lost = answers.find(({ statusCode }) => statusCode === 409)
    expect(lost?.json()).toEqual({
      message: 'Username is already taken',
      field: 'username',
    })
  })

  it('lets one of fifty requests of one person win', async () => {
    const { headers } = await aNewcomer()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => complete(headers, `Many${n}`)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(49)
  })

  it.each([
    ['', 'Username is required'],
    ['ab', 'Username must be at least 3 characters'],
    ['a'.repeat(21), 'Username must be at most 20 characters'],
    ['with space', 'Username can only contain letters and numbers'],
    ['Ünïcode', 'Username can only contain letters and numbers'],
    ['admin', 'This username is reserved'],
    ['SUPPORT', 'This username is reserved'],
    ['Settings', 'This username is reserved'],
    ['null', 'This username is reserved'],
  ])('refuses %s: %s', async (username, message) => {
    const answer = await complete((await aNewcomer()).headers, username)
    expect([answer.statusCode, answer.json().message]).toEqual([400, message])
    expect(answer.json().issues[0].path).toBe('username')
  })
})

describe('Changing the profile', () => {
  it('locks the username: another one is 409, the same one is fine', async () => {
    const { headers, username } = await aMember()
    const answer = await change(headers, { username: 'Another' })
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'Your username cannot be changed'])
    expect((await change(headers, { username, bio: 'New' })).json()).toMatchObject({ username, bio: 'New' })
  })

  it('changes only what is given, of oneself alone', async () => {
    const { headers } = await aMember()
    const { username: other } = await aMember()
    await change(headers, { bio: 'Bio', website: 'https://a.example' })
    expect((await change(headers, { website: '' })).json()).toMatchObject({ bio: 'Bio', website: '' })
    expect((await app.inject(`/api/users/${other}`)).json()).toMatchObject({ bio: '' })
  })

  it('never changes what a body may not say', async () => {
    const { headers, id } = await aMember()
    const extra = {
      ...{ isAdmin: true, is_admin: true, karma: 99, id: 1, isMuted: true, googleId: 'fake_x' },
      ...{ profileCompleted: false, email: 'evil@example.org', postCount: 9 },
    }
    const own = await change(headers, { bio: 'x', ...extra })
    expect(own.json()).toMatchObject({
      ...{ id, isAdmin: false, karma: 0, isMuted: false, profileCompleted: true },
      email: 'secret@example.org',
    })
    const { headers: fresh } = await aNewcomer()
    const made = await complete(fresh, 'Modest', { ...extra, profileCompleted: true })
    expect(made.json()).toMatchObject({
      isAdmin: false,
      karma: 0,
      isMuted: false,
      email: 'secret@example.org',
    })
  })

  it.each([
    [{ bio: 'x'.repeat(201) }, 'Bio must be at most 200 characters'],
    [{ website: 'javascript:alert(1)' }, 'Please enter a valid website URL'],
    [{ xLink: 'data:text/html,x' }, 'Please enter a valid X/Twitter URL'],
    [{ linkedinLink: 'nothing' }, 'Please enter a valid LinkedIn URL'],
  ])('refuses %o', async (body, message) => {
    const answer = await change((await aMember()).headers, body)
    expect([answer.statusCode, answer.json().message]).toEqual([400, message])
  })
})

describe('The avatar', () => {
  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'takes a %s, square, small and bare',
    async (kind) => {
      const { headers } = await aMember()
      const bytes = await aPicture()
        .withExif({ IFD0: { Copyright: 'Somebody at 48.2N' } })
        .toFormat(kind)
        .toBuffer()
      const { avatar } = (await change(headers, { avatar: data(bytes, 'text/plain') })).json()
      expect(avatar).toMatch(/^\/media\/[0-9a-f]{64}-256x256\.webp$/)
      const file = path.join(testDataDir(app), 'media', placeOf(avatar.replace('/media/', '')))
      const stored = await sharp(readFileSync(file)).metadata()
      expect(stored).toMatchObject({ format: 'webp', width: 256, height: 256 })
      expect(stored.exif).toBeUndefined()
      expect((await app.inject(avatar)).statusCode).toBe(200)
      expect((await change(headers, { avatar })).json().avatar).toBe(avatar)
      expect((await change(headers, { avatar: null })).json().avatar).toBeNull()
    },
  )

  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>',
  )
  it.each([
    ['an SVG', data(svg, 'image/svg+xml'), 415],
    ['an SVG that says to be a PNG', data(svg), 415],
    ['a page that says to be a PNG', data(Buffer.from('<html>')), 415],
    ['the beginning of a PNG and nothing more', data(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')), 415],
    ['no data string', 'data:image/png,hello', 415],
    ['an address somewhere else', 'https://evil.example/a.png', 400],
    ["somebody else's file", `/media/${'a'.repeat(64)}-256x256.webp`, 400],
  ])('refuses %s', async (_, avatar, status) => {
    const answer = await change((await aMember()).headers, { avatar })
    expect([answer.statusCode, answer.json().message]).toEqual([status, 'Please upload an image file'])
  })

  it('refuses more than 5 MB, and more pixels than memory should hold', async () => {
    const { headers } = await aMember()
    const large = Buffer.concat([await aPicture(9, 9).png().toBuffer(), Buffer.alloc(5 * 1024 * 1024)])
    const answer = await change(headers, { avatar: data(large) })
    expect([answer.statusCode, answer.json().message]).toEqual([413, 'Avatar image must be smaller than 5MB'])
    const vast = await aPicture(10_000, 10_000).png().toBuffer()
    expect((await change(headers, { avatar: data(vast) })).statusCode).toBe(415)
  })
})
