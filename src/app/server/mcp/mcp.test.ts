import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EMPTY_SKILL, writeSkill } from '#core/skill.ts'
import type { TokenScope } from '#core/token-scopes.ts'
import { buildTestApp } from '#tests/support/app.ts'
import {
  seedApiToken,
  seedCollection,
  seedPost,
  seedSession,
  seedTopic,
  seedUser,
  seedVersion,
} from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const statements: string[] = []
const database = await createTestDatabase((text) => statements.push(text))
const app = await buildTestApp(database)
let url = ''
beforeAll(async () => {
  url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/mcp`
})
const clients: Client[] = []
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await app.close()
})

type Headers = Record<string, string>

/** Connects the client of the SDK, in the revision of 2026 (`auto`) or those of 2025 (`legacy`). */
const connect = async (headers: Headers = {}, mode: 'auto' | 'legacy' = 'auto') => {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  clients.push(client)
  return client
}

const user = await seedUser(database)
const tokenOf = (...scopes: TokenScope[]) => seedApiToken(database, user, scopes)
const call = async (client: Client, name: string, values: Record<string, unknown> = {}) => {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: values })
  const [first] = content
  const text = first && 'text' in first ? first.text : ''
  return isError ? { isError, text } : (structuredContent as Record<string, unknown>)
}

describe.each(['auto', 'legacy'] as const)('the MCP server, to a client of the mode %s', (mode) => {
  it('says what a prompt hides', async () => {
    const post = await seedPost(database, { prompt: `Hidden${mode}` })
    await database.sql`update posts set hidden_text = ${'[{"field": "prompt", "kind": "invisible-characters", "count": 32}]'}
      where id = ${post.id}`
    const client = await connect(await tokenOf('read'), mode)
    const hiddenText = ['The prompt contains 32 invisible characters.']
    expect(await call(client, 'get_prompt', { id: post.id })).toMatchObject({ hiddenText })
    expect(await call(client, 'fill_prompt', { id: post.id })).toMatchObject({ hiddenText })
    const plain = await seedPost(database)
    expect(await call(client, 'get_prompt', { id: plain.id })).toMatchObject({ hiddenText: [] })
  })

  it('searches, gets and fills in prompts', async () => {
    const title = `Wombat${mode}`
    const prompt = 'Write about ${animal} in a ${tone:calm|cheerful} tone'
    const post = await seedPost(database, { title, prompt })
    const client = await connect(await tokenOf('read'), mode)
    const found = await call(client, 'search_prompts', { query: title })
    expect(found).toMatchObject({ prompts: [{ id: post.id, title, excerpt: prompt }], after: null })
    const got = await call(client, 'get_prompt', { id: post.id })
    expect(got).toMatchObject({
      prompt,
      isTruncated: false,
      revision: 1,
      blanks: [
        { name: 'animal', default: '', choices: [], isRequired: true },
        { name: 'tone', default: 'calm', choices: ['calm', 'cheerful'], isRequired: false },
      ],
    })
    expect(await call(client, 'fill_prompt', { id: post.id, values: { animal: 'wombats' } })).toMatchObject({
      text: 'Write about wombats in a calm tone',
      missing: [],
    })
    expect(await call(client, 'fill_prompt', { id: post.id, values: { color: 'red' } })).toMatchObject({
      missing: [{ name: 'animal' }],
      unknown: ['color'],
    })
  })

  it('saves and changes prompts, and rejects a change of an older state', async () => {
    const topic = await seedTopic(database)
    const client = await connect(await tokenOf('read', 'private', 'write'), mode)
    const origin = { license: 'CC-BY-4.0', sourceUrl: 'https://example.org/numbats' }
    const fields = { title: 'Numbat', description: 'About numbats', prompt: `Numbats ${mode}`, ...origin }
    const saved = await call(client, 'save_prompt', fields)
    expect(saved).toMatchObject({ isPrivate: true, version: 1, revision: 1 })
    const id = saved.id
    expect(await call(client, 'get_prompt', { id })).toMatchObject(origin)
    const change = (prompt: string, revision: number) =>
      call(client, 'update_prompt', { id, revision, prompt })
    expect(await change('Changed', 1)).toMatchObject({ revision: 2 })
    const late = await change('Late', 1)
    expect(late).toMatchObject({ isError: true, text: expect.stringContaining('Get the prompt again') })
    expect(await call(client, 'get_prompt', { id })).toMatchObject({ prompt: 'Changed', revision: 2 })
    expect(await call(client, 'update_prompt', { id, revision: 2, license: 'MIT' })).toMatchObject({
      revision: 3,
    })
    expect(await call(client, 'get_prompt', { id })).toMatchObject({ ...origin, license: 'MIT' })
    expect(await call(client, 'save_prompt', { ...fields, topic: topic.name })).toMatchObject({
      isPrivate: false,
    })
  })

  it("lists the member's own prompts with an argument for each blank, and returns them filled in", async () => {
    const own = await seedUser(database)
    await seedPost(database, { by: own, title: 'Public one', prompt: 'Say ${word}' })
    await seedPost(database, { by: own, isPrivate: true, title: 'Private one', prompt: 'Hum ${tune:a|b}' })
    await seedPost(database, { title: 'Of somebody else' })
    const client = await connect(await seedApiToken(database, own, ['read', 'private']), mode)
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ title }) => title).toSorted()).toEqual(['Private one', 'Public one'])
    const [hum, say] = prompts.toSorted((a, b) => String(a.title).localeCompare(String(b.title)))
    expect(say?.arguments).toEqual([{ name: 'word', description: 'Word', required: true }])
    expect(hum?.arguments).toEqual([
      { name: 'tune', description: 'Tune (default: a; or: b)', required: false },
    ])
    const name = say?.name ?? ''
    const { messages } = await client.getPrompt({ name, arguments: { word: 'yes' } })
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Say yes' } }])
    await expect(client.getPrompt({ name })).rejects.toThrow('Fill in: Word')
    const completed = await client.complete({
      ref: { type: 'ref/prompt', name: hum?.name ?? '' },
      argument: { name: 'tune', value: 'B' },
    })
    expect(completed.completion.values).toEqual(['b'])
  })

  it('returns the messages of a prompt that consists of messages', async () => {
    const prompt =
      '{{role "system"}}\nBe ${tone:calm}.\n\n{{role "user"}}\nWrite about ${animal}\n\n{{role "model"}}\nGladly'
    const post = await seedPost(database, { by: user, title: `Roles ${mode}`, prompt, form: 'messages' })
    const client = await connect(await tokenOf('read', 'private'), mode)
    const values = { animal: 'cats' }
    expect(await call(client, 'get_prompt', { id: post.id })).toMatchObject({ form: 'messages', prompt })
    expect(await call(client, 'fill_prompt', { id: post.id, values })).toMatchObject({
      text: 'System:\nBe calm.\n\nUser:\nWrite about cats\n\nAssistant:\nGladly',
      messages: [
        { role: 'system', content: 'Be calm.' },
        { role: 'user', content: 'Write about cats' },
        { role: 'assistant', content: 'Gladly' },
      ],
    })
    const { messages } = await client.getPrompt({ name: `roles-${post.id}`, arguments: values })
    expect(messages.map(({ role, content }) => [role, content.type === 'text' && content.text])).toEqual([
      ['user', 'Be calm.'],
      ['user', 'Write about cats'],
      ['assistant', 'Gladly'],
    ])
  })

  it('shows collections, versions and results, and reads resources', async () => {
    const by = await seedUser(database)
    const title = `Quokka${mode}`
    const post = await seedPost(database, { by, title, prompt: 'Smile' })
    const id = await seedCollection(database, by, 'public', post)
    await seedVersion(database, post, 1)
    const client = await connect(await tokenOf('read', 'write'), mode)
    const { collections } = await call(client, 'list_collections', { username: by.username })
    expect(collections).toMatchObject([{ id, owner: by.username, itemCount: 1 }])
    expect(await call(client, 'get_collection', { id })).toMatchObject({
      prompts: [{ id: post.id }],
      after: null,
    })
    expect(await call(client, 'list_versions', { id: post.id })).toMatchObject({ versions: [{ number: 1 }] })
    const report = { id: post.id, model: 'claude', worked: true }
    expect(await call(client, 'report_result', report)).toEqual({
      results: [{ model: 'claude', worked: 1, total: 1 }],
    })
    const read = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents
      return content && 'text' in content ? content.text : ''
    }
    expect(await read(`prompts://posts/${post.id}`)).toContain(`# ${title}`)
    expect(await read(`prompts://posts/${post.id}/versions/1`)).toContain('- Version: 1')
    expect(await read(`prompts://collections/${id}`)).toContain(`(prompts://posts/${post.id})`)
    expect(await read(`prompts://titles/${title}`)).toContain('    Smile')
    const typed = { name: 'title', value: title.slice(0, 6) }
    const ref = { type: 'ref/resource', uri: 'prompts://titles/{title}' } as const
    const { completion } = await client.complete({ ref, argument: typed })
    expect(completion.values).toContain(title)
    await expect(read('prompts://posts/2000000000')).rejects.toThrow('Post not found')
    await expect(read('prompts://posts/x')).rejects.toThrow('needs a number')
  })

  it('lists skills, and reads their files by the digests that it names', async () => {
    const name = `mcp-${mode}`
    const files = [{ path: 'scripts/a b.sh', content: 'echo "é"\n' }]
    const headers = await seedSession(database, user)
    const sent = await app.inject({ method: 'POST', url: '/api/skill-files', headers, payload: { files } })
    const skill = writeSkill({ ...EMPTY_SKILL, name, metadata: { a: 'b: "c"' }, files: sent.json().files })
    const post = { title: name, description: 'When needed', prompt: `# ${name}`, form: 'skill', skill }
    const { id } = (await app.inject({ method: 'POST', url: '/api/posts', headers, payload: post })).json()
    const hidden = { ...post, prompt: 'Hidden', isPrivate: true }
    await app.inject({ method: 'POST', url: '/api/posts', headers, payload: hidden })
    const client = new SkillsClient(await connect(await tokenOf('read'), mode))
    expect(client.supported).toBe(true)
    const listed = (await client.list()).skills.filter(({ frontmatter }) => frontmatter.name.startsWith(name))
    expect(listed).toHaveLength(1)
    const [entry] = listed
    expect(entry).toMatchObject({
      uri: `skill://${name}/SKILL.md`,
      frontmatter: { name, description: 'When needed', metadata: { a: 'b: "c"' } },
      resources: [{ uri: `skill://${name}/SKILL.md` }, { uri: `skill://${name}/scripts/a%20b.sh` }],
    })
    if (!entry) return
    expect((await client.get(entry.uri)).skill).toEqual(entry)
    // The client checks digests and front matter.
    const read = await client.read(entry, `skill://${name}/SKILL.md`)
    expect(read).toMatchObject({ verified: true })
    expect(await client.read(entry, `skill://${name}/scripts/a%20b.sh`)).toMatchObject({ text: 'echo "é"\n' })
    await app.inject({ method: 'DELETE', url: `/api/posts/${id}`, headers })
    await expect(client.read(entry, entry.uri)).rejects.toThrow()
    await expect(client.get('skill://no-such-skill/SKILL.md')).rejects.toThrow()
  })

  it('improves a prompt', async () => {
    const client = await connect(await tokenOf('write'), mode)
    const { prompt } = await call(client, 'improve_prompt', {
      prompt: 'Write a poem about rain',
      type: 'Text',
    })
    expect(prompt).toContain('rain')
  })
})

it('an empty collection that the member follows is a page of prompts of its own', async () => {
  const own = await seedUser(database)
  for (let count = 0; count < 3; count += 1) {
    const linkId = await seedCollection(database, await seedUser(database), 'public')
    await database.sql`
      insert into collection_follows (follower_id, collection_id)
      select ${own.id}, id from collections where link_id = ${linkId}`
  }
  const headers = await seedApiToken(database, own, ['read', 'private'])
  const list = async (cursor?: string) => {
    const response = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        ...headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/list', params: { cursor } }),
    })
    return JSON.parse(/\{.*\}/.exec(response.body)?.[0] ?? '').result
  }
  let page = await list()
  let pages = 1
  for (; page.nextCursor; pages += 1) page = await list(page.nextCursor)
  expect([page.prompts, pages]).toEqual([[], 3])
})

describe('the MCP server, without a token', () => {
  it('shows what visitors may see, and lists no prompts', async () => {
    const post = await seedPost(database, { prompt: `${'a'.repeat(150)}hiddenword` })
    const secret = await seedPost(database, { by: user, isPrivate: true })
    const client = await connect()
    const { prompt, isTruncated } = await call(client, 'get_prompt', { id: post.id })
    expect({ prompt, isTruncated }).toEqual({ prompt: 'a'.repeat(150), isTruncated: true })
    expect(await call(client, 'get_prompt', { id: secret.id })).toMatchObject({ isError: true })
    expect((await client.listPrompts()).prompts).toEqual([])
    expect((await client.listTools()).tools).toHaveLength(10)
  })
})

describe('a request to /mcp', () => {
  const post = async (body: unknown, headers: Headers = {}) => {
    const payload = typeof body === 'string' ? body : JSON.stringify(body)
    const all = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    }
    const response = await app.inject({ method: 'POST', url: '/mcp', headers: all, payload })
    return { status: response.statusCode, headers: response.headers, body: response.body }
  }
  const callOf = (name: string, values: object = {}) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: values },
  })

  it('that needs a sign-in or another scope is answered with a challenge', async () => {
    const save = callOf('save_prompt', { title: 'T', description: 'D', prompt: 'P' })
    const nobody = await post(save)
    expect(nobody.status).toBe(401)
    expect(nobody.headers['www-authenticate']).toMatch(/^Bearer/)
    const reader = await post(save, await tokenOf('read'))
    expect(reader.status).toBe(403)
    expect(reader.headers['www-authenticate']).toMatch(
      /^Bearer error="insufficient_scope", scope="read write"/,
    )
    expect((await post(callOf('search_prompts', { query: 'x' }), await tokenOf('write'))).status).toBe(403)
  })

  it('with a wrong token or another origin is rejected, whatever it asks for', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    expect((await post(list)).status).toBe(200)
    expect((await post(list, { authorization: 'Bearer pct_wrong' })).status).toBe(401)
    expect((await post(list, { origin: 'https://elsewhere.example' })).status).toBe(403)
    const cookie = { cookie: `session=${'x'.repeat(32)}`, origin: 'http://localhost:3000' }
    expect((await post(list, { ...cookie, ...(await tokenOf('read')) })).status).toBe(400)
  })

  it('cannot make a short prompt and one value an enormous text', async () => {
    const text = '${a} '.repeat(30)
    const prompt = await seedPost(database, { prompt: text })
    const fill = (a: string) => ({ name: `x-${prompt.id}`, arguments: { a } })
    const get = (a: string) => post({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: fill(a) })
    const tool = async (a: string) =>
      post(callOf('fill_prompt', { id: prompt.id, values: { a } }), await tokenOf('read'))
    for (const send of [get, tool]) {
      expect((await send('x'.repeat(1_000))).body).toContain('x'.repeat(1_000))
      const { status, body } = await send('x'.repeat(100_000))
      expect([status, body.length < 10_000, body]).toEqual([
        200,
        true,
        expect.stringContaining('The filled-in prompt is too long'),
      ])
    }
  })

  it('says which blanks have no value, whatever they are called', async () => {
    const prompt = await seedPost(database, { prompt: 'Say ${constructor}, ${toString} and ${valueOf}' })
    const { body } = await post(callOf('fill_prompt', { id: prompt.id }), await tokenOf('read'))
    for (const name of ['constructor', 'toString', 'valueOf']) expect(body).toContain(`"name":"${name}"`)
    const params = { name: `x-${prompt.id}`, arguments: { toString: 'so' } }
    const got = await post({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params })
    expect(got.body).toContain('Fill in: Constructor; Value of')
  })

  it('counts against a limit of the address without a token, and of the member with one', async () => {
    const limited = await buildTestApp(database, { RATE_LIMIT_SCALE: '0.01' })
    const list = async (remoteAddress: string, headers: Headers = {}) =>
      (
        await limited.inject({
          method: 'POST',
          url: '/mcp',
          remoteAddress,
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            ...headers,
          },
          payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        })
      ).statusCode
    const statusesOf = async (send: (count: number) => Promise<number>) => {
      const statuses: number[] = []
      for (let count = 0; count < 40; count += 1) statuses.push(await send(count))
      return new Set(statuses)
    }
    expect(await statusesOf(() => list('192.0.2.1'))).toEqual(new Set([200, 429]))
    expect(await list('192.0.2.2')).toBe(200)
    const token = await seedApiToken(database, await seedUser(database), ['read'])
    expect(await statusesOf((count) => list(`192.0.2.${count + 3}`, token))).toEqual(new Set([200, 429]))
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const batch = Array.from({ length: 50 }, () => message)
    const sent = await limited.inject({
      method: 'POST',
      url: '/mcp',
      remoteAddress: '192.0.2.201',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      payload: batch,
    })
    expect(sent.statusCode).toBe(429)
    // Members behind one address do not use up each other's limit.
    expect(await list('192.0.2.1', await tokenOf('read'))).toBe(200)
  })

  it('sends the same statements as the request to the API that its tool makes', async () => {
    await seedPost(database, { title: 'Quokka' })
    const headers = await tokenOf('read')
    const search = () => app.inject({ url: '/api/search?q=quokka&limit=10', headers })
    const searchByTool = () => post(callOf('search_prompts', { query: 'quokka' }), headers)
    const statementsOf = async (send: () => Promise<{ body: string }>) => {
      statements.length = 0
      expect((await send()).body).toContain('Quokka')
      return [...statements].sort()
    }
    // The first use of a token is recorded.
    await search()
    const expected = await statementsOf(search)
    expect(expected.length).toBeGreaterThan(5)
    expect(await statementsOf(searchByTool)).toEqual(expected)
  })

  it('counts as one request of the token, and so does each further call that it makes', async () => {
    const limited = await buildTestApp(database, { RATE_LIMIT_SCALE: '1' })
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(await seedApiToken(database, await seedUser(database), ['read', 'private'])),
    }
    const send = async (payload: object) => {
      const response = await limited.inject({ method: 'POST', url: '/mcp', headers, payload })
      expect(response.body).not.toContain('isError')
      return Number(/r=(\d+)/.exec(String(response.headers.ratelimit))?.[1])
    }
    expect(await send(callOf('search_prompts', { query: 'quokka' }))).toBe(2_999)
    // Without a username, the tool lists the member's own collections and those that they follow.
    expect(await send(callOf('list_collections'))).toBe(2_998)
    expect(await send(callOf('list_collections'))).toBe(2_996)
    await limited.close()
  })

  it('is never cached', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    for (const headers of [{}, await tokenOf('read'), { authorization: 'Bearer pct_wrong' }])
      expect((await post(list, headers)).headers['cache-control']).toMatch(/no-store/)
  })

  it('that is no JSON-RPC is answered as JSON-RPC does', async () => {
    for (const body of [
      '',
      '{',
      '[]',
      'null',
      '7',
      '{"jsonrpc":"1.0"}',
      '{"method":"tools/call"}',
      '\u0000',
    ]) {
      const answer = await post(body)
      expect([body, answer.status]).toEqual([body, 400])
      expect(JSON.parse(answer.body)).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } })
    }
    expect((await post('{}', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await app.inject({ url: '/mcp' })).statusCode).toBe(405)
    expect((await post(`"${'x'.repeat(1_000_000)}"`)).status).toBe(413)
  })
})
