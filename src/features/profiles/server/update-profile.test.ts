import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { mapProfileFields, profileFieldNames, profileFields } from '#core/profile-fields.ts'
import { getStoragePath } from '#server/media/storage-path.ts'
import { buildTestApp, getTestDataDir } from '#tests/support/app.ts'
import { seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

const fields = { bio: '', website: '', xLink: '', linkedinLink: '', avatar: null }

const aNewcomer = async () => {
  const user = await seedUser(database)
  await sql`update users set profile_completed = false where id = ${user.id}`
  return { ...user, headers: await seedSession(database, user) }
}
const aMember = async () => {
  const user = await seedUser(database)
  return { ...user, headers: await seedSession(database, user) }
}
type Headers = Record<string, string>
const complete = (headers: Headers, username: string, more: object = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/profile/complete',
    headers,
    payload: { ...fields, username, profileCompleted: true, ...more },
  })
const update = (headers: Headers, payload: object) =>
  app.inject({ method: 'PATCH', url: '/api/user/profile', headers, payload })

const data = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`
const aPicture = (width = 600, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } })

describe('Completing the profile', () => {
  it('sets the username once and responds with 409 the second time', async () => {
    const { headers } = await aNewcomer()
    const response = await complete(headers, 'Ada1815', {
      bio: ' Hello ',
      website: 'https://ada.example.org',
    })
    expect(response.json()).toMatchObject({
      username: 'Ada1815',
      profileCompleted: true,
      bio: 'Hello',
      website: 'https://ada.example.org',
    })
    expect((await complete(headers, 'Ada1816')).statusCode).toBe(409)
    expect((await app.inject('/api/users/ada1815')).json().username).toBe('Ada1815')
  })

  it('gives a username, whatever its case, to one of fifty concurrent requests', async () => {
    const newcomers = await Promise.all(Array.from({ length: 50 }, aNewcomer))
    const responses = await Promise.all(
      newcomers.map(({ headers }, n) => complete(headers, n % 2 ? 'Wanted' : 'wanteD')),
    )
    const statuses = responses.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(49)
    const rejected = responses.find(({ statusCode }) => statusCode === 409)
    expect(rejected?.json()).toMatchObject({
      code: 'username-taken',
      message: 'Username is already taken',
      field: 'username',
    })
  })

  it('accepts one of fifty concurrent requests from the same person', async () => {
    const { headers } = await aNewcomer()
    const responses = await Promise.all(Array.from({ length: 50 }, (_, n) => complete(headers, `Many${n}`)))
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(responses.filter(({ statusCode }) => statusCode === 409)).toHaveLength(49)
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
  ])('rejects the username "%s": %s', async (username, message) => {
    const response = await complete((await aNewcomer()).headers, username)
    expect([response.statusCode, response.json().message]).toEqual([400, message])
    expect(response.json().issues[0].path).toBe('username')
  })
})

describe('Changing the profile', () => {
  it('responds with 409 to a different username and accepts the same one', async () => {
    const { headers, username } = await aMember()
    const response = await update(headers, { username: 'Another' })
    expect([response.statusCode, response.json().message]).toEqual([409, "You can't change your username"])
    expect((await update(headers, { username, bio: 'New' })).json()).toMatchObject({ username, bio: 'New' })
  })

  it("changes only the given fields of the member's own profile", async () => {
    const { headers } = await aMember()
    const { username: other } = await aMember()
    await update(headers, { bio: 'Bio', website: 'https://a.example' })
    expect((await update(headers, { website: '' })).json()).toMatchObject({ bio: 'Bio', website: '' })
    expect((await app.inject(`/api/users/${other}`)).json()).toMatchObject({ bio: '' })
  })

  it.each(profileFieldNames)('changes %s alone, in all that shows or exports it', async (name) => {
    const { headers, username } = await aMember()
    const before = mapProfileFields(({ kind }, field) =>
      kind === 'link' ? `https://${field}.example` : field,
    )
    await update(headers, before)
    const value = profileFields[name].kind === 'link' ? 'https://new.example' : 'New'
    const changed = { ...before, [name]: value }
    expect((await update(headers, { [name]: value })).json()).toMatchObject(changed)
    expect((await app.inject(`/api/users/${username}`)).json()).toMatchObject(changed)
    expect((await app.inject({ url: '/api/user/export', headers })).json().profile).toMatchObject(changed)
  })

  it('ignores fields that are not part of the profile form', async () => {
    const { headers, id } = await aMember()
    const extra = {
      isAdmin: true,
      is_admin: true,
      karma: 99,
      id: 1,
      isMuted: true,
      googleId: 'fake_x',
      profileCompleted: false,
      email: 'evil@example.org',
      postCount: 9,
    }
    const own = await update(headers, { bio: 'x', ...extra })
    expect(own.json()).toMatchObject({
      id,
      isAdmin: false,
      karma: 0,
      isMuted: false,
      profileCompleted: true,
      email: 'secret@example.org',
    })
    const { headers: fresh } = await aNewcomer()
    const completed = await complete(fresh, 'Modest', { ...extra, profileCompleted: true })
    expect(completed.json()).toMatchObject({
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
  ])('rejects %o', async (body, message) => {
    const response = await update((await aMember()).headers, body)
    expect([response.statusCode, response.json().message]).toEqual([400, message])
  })
})

describe('The avatar', () => {
  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'crops and scales down a %s image and strips its metadata',
    async (kind) => {
      const { headers } = await aMember()
      const bytes = await aPicture()
        .withExif({ IFD0: { Copyright: 'Somebody at 48.2N' } })
        .toFormat(kind)
        .toBuffer()
      const { avatar } = (await update(headers, { avatar: data(bytes, 'text/plain') })).json()
      expect(avatar).toMatch(/^\/media\/[0-9a-f]{64}-256x256\.webp$/)
      const file = path.join(getTestDataDir(app), 'media', getStoragePath(avatar.replace('/media/', '')))
      const stored = await sharp(readFileSync(file)).metadata()
      expect(stored).toMatchObject({ format: 'webp', width: 256, height: 256 })
      expect(stored.exif).toBeUndefined()
      expect((await app.inject(avatar)).statusCode).toBe(200)
      expect((await update(headers, { avatar })).json().avatar).toBe(avatar)
      expect((await update(headers, { avatar: null })).json().avatar).toBeNull()
    },
  )

  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>',
  )
  it.each([
    ['an SVG', data(svg, 'image/svg+xml'), 415],
    ['an SVG declared as PNG', data(svg), 415],
    ['an HTML page declared as PNG', data(Buffer.from('<html>')), 415],
    ['a truncated PNG', data(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')), 415],
    ['a malformed data string', 'data:image/png,hello', 415],
    ['the URL of another site', 'https://evil.example/a.png', 400],
    ["another member's file", `/media/${'a'.repeat(64)}-256x256.webp`, 400],
  ])('rejects %s', async (_, avatar, status) => {
    const response = await update((await aMember()).headers, { avatar })
    expect([response.statusCode, response.json().message]).toEqual([status, 'Please upload an image file'])
  })

  it('rejects images over 5 MB, and images with more pixels than fit into memory', async () => {
    const { headers } = await aMember()
    const large = Buffer.concat([await aPicture(9, 9).png().toBuffer(), Buffer.alloc(5 * 1024 * 1024)])
    const response = await update(headers, { avatar: data(large) })
    expect([response.statusCode, response.json().message]).toEqual([
      413,
      'Avatar image must be smaller than 5MB',
    ])
    const vast = await aPicture(10_000, 10_000).png().toBuffer()
    const rejected = await update(headers, { avatar: data(vast) })
    expect([rejected.statusCode, rejected.json().message]).toEqual([
      413,
      'This image has too many pixels. Upload a smaller one.',
    ])
  })
})
