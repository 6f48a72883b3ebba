import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildTestApp } from './support/app.ts'
import { seedApiToken, seedPost, seedSession, seedTopic, seedUser } from './support/builders.ts'
import { buildCommandLine, type CommandOptions } from './support/command-line.ts'
import { createTestDatabase } from './support/database.ts'
import { findFreePort } from './support/free-port.ts'
import { allowCommandLine } from './support/oauth-browser.ts'

const database = await createTestDatabase()
const { sql } = database
const port = await findFreePort()
const site = `http://127.0.0.1:${port}`
const app = await buildTestApp(database, { PUBLIC_URL: site })
await app.listen({ port, host: '127.0.0.1' })
const { run, createFolder, settings } = await buildCommandLine()

const createMember = async () => {
  const user = await seedUser(database)
  const { authorization } = await seedApiToken(database, user, ['read', 'private', 'write'])
  const token = authorization.slice('Bearer '.length)
  const env = { PROMPT_COLLECTION_TOKEN: token, PROMPT_COLLECTION_SITE: site }
  const runAs = (words: string[], options: CommandOptions = {}) => run(words, { env, ...options })
  const runJson = async (words: string[], options: CommandOptions = {}) => {
    const { code, stdout, stderr } = await runAs([...words, '--json'], options)
    return { code, stderr, json: JSON.parse(stdout) }
  }
  return { user, token, env, runAs, runJson }
}

const visitor = { PROMPT_COLLECTION_SITE: site }

/** Signs in by a code that the member allows in a browser. */
const signInByDevice = async (isAllowed = true) => {
  const user = await seedUser(database)
  const session = await seedSession(database, user)
  let allowed: Promise<void> | undefined
  const outcome = run(['login', site], {
    onStart: (child) => {
      allowed = allowCommandLine(app, { site, session, child }, isAllowed)
    },
  })
  await allowed
  return { user, ...(await outcome) }
}

describe('login', () => {
  it('connects the command line in the browser, and keeps the token in a file that only its owner can read', async () => {
    const { user, code, stdout, stderr } = await signInByDevice()
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `You are signed in to ${site} as ${user.username}.\n`,
    })
    const file = path.join(settings, 'credentials.json')
    expect(stderr).toContain(`The token is in ${file}.`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(settings).mode & 0o777).toBe(0o700)
    expect((await run(['whoami'])).stdout).toBe(`${user.username} at ${site}\n`)
    expect(await sql`select from application_connections where user_id = ${user.id}`).toHaveLength(1)
  })

  it('renews its token, also by several commands at once, and says when the connection has ended', async () => {
    const { user } = await signInByDevice()
    // The access token ends before the command line expects it.
    await sql`
      delete from provider_payloads
      where model = 'Application.AccessToken' and account_id = ${`member:${user.id}`}`
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => run(['whoami'])))
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 0])
    await sql`delete from application_connections where user_id = ${user.id}`
    const { code, stderr } = await run(['whoami'])
    expect(code).toBe(4)
    expect(stderr).toContain('prompt-collection login')
  })

  it('says that the request was refused', async () => {
    const { code, stderr } = await signInByDevice(false)
    expect(code).toBe(4)
    expect(stderr).toContain('refused in the browser')
  })

  it('takes an API token from stdin, and logout deletes it', async () => {
    const { user, token } = await createMember()
    const { code, stdout } = await run(['login', site, '--with-token', '--json'], { input: `${token}\n` })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ site, username: user.username })
    expect(JSON.parse((await run(['whoami', '--json'])).stdout)).toMatchObject({ id: user.id })
    const { stderr } = await run(['logout'])
    expect(stderr).toContain(`Revoke it in ${site}/settings`)
    expect(readFileSync(path.join(settings, 'credentials.json'), 'utf8')).not.toContain(token)
    expect((await run(['whoami'])).code).toBe(2)
    expect((await run(['login', site, '--with-token'], { input: 'pct_wrong-token' })).code).toBe(4)
    expect((await run(['login', site, '--with-token'], { input: '' })).code).toBe(2)
  })

  it('accepts only what is a site, and only by https or on this machine', async () => {
    const outcomes = await Promise.all([
      run(['login', 'not a site']),
      run(['login', 'ftp://x.example']),
      run(['whoami', '--site', 'http://prompts.example'], {
        env: { PROMPT_COLLECTION_TOKEN: 'pct_x' },
      }),
      run(['search', 'x'], { env: { PROMPT_COLLECTION_TOKEN: 'pct_x' } }),
      run(['search', 'x', '--site', 'http://127.0.0.1:1']),
    ])
    expect(outcomes.map(({ code }) => code)).toEqual([2, 2, 2, 2, 6])
    expect(outcomes[2]?.stderr).toContain('not encrypted')
    expect(outcomes[3]?.stderr).toContain('PROMPT_COLLECTION_SITE')
    expect(outcomes[4]?.stderr).toContain('cannot be reached')
  })
})

describe('search and show', () => {
  it('find a prompt, without what its author wants to do to the terminal', async () => {
    const topic = await seedTopic(database, { name: 'Knots' })
    const post = await seedPost(database, {
      topic,
      title: 'Bowline\u001b[31m knot',
      prompt: `Explain the knot${'.'.repeat(300)}\u001b]0;owned\u0007`,
    })
    const { runAs, runJson } = await createMember()
    const { stdout } = await runAs(['search', 'bowline'])
    expect(stdout).toContain(`${post.id}  Bowline[31m knot`)
    expect(stdout).toContain('Knots')
    expect(stdout).not.toContain('\u001b')
    expect((await runJson(['search', 'bowline', '--sort', 'new', '--limit', '1'])).json).toMatchObject([
      { id: post.id, url: `${site}/post/${post.id}` },
    ])
    const shown = await runAs(['show', `${site}/t/knots/${post.seoSlug}`])
    expect(shown.stdout).toContain('Explain the knot')
    expect(shown.stdout).not.toContain('\u001b')
    expect((await runAs(['show', String(post.id), '--format', 'text'])).stdout).toContain('Explain the knot')
    expect((await runAs(['show', `#${post.id}`, '--format', 'markdown'])).stdout).toContain(`id: ${post.id}`)
    expect((await runJson(['show', String(post.id)])).json).toMatchObject({ id: post.id, blanks: [] })
    const cut = await run(['show', String(post.id)], { env: visitor })
    expect(cut.stderr).toContain('Sign in to read all of it')
    expect((await run(['copy', String(post.id)], { env: visitor })).code).toBe(4)
  })

  it('warn of what a prompt hides', async () => {
    const post = await seedPost(database, { prompt: 'Tie a bowline.' })
    await database.sql`update posts
      set hidden_text = ${'[{"field": "prompt", "kind": "invisible-characters", "count": 32}]'} where id = ${post.id}`
    const { runAs, runJson } = await createMember()
    const warning = 'Warning: the prompt contains 32 invisible characters.'
    for (const words of [['show'], ['show', '--format', 'text'], ['fill']]) {
      const { stdout, stderr } = await runAs([...words, String(post.id)])
      expect(stderr).toContain(warning)
      expect(stdout).not.toContain('Warning')
    }
    expect((await runJson(['show', String(post.id)])).json).toMatchObject({
      hiddenText: [{ field: 'prompt', kind: 'invisible-characters', count: 32 }],
    })
  })

  it('say what is wrong, with an exit code for each kind of error', async () => {
    const { runAs, runJson } = await createMember()
    const codeOf = async (...words: string[]) => (await runAs(words)).code
    expect(await codeOf()).toBe(2)
    expect(await codeOf('nonsense')).toBe(2)
    expect(await codeOf('show')).toBe(2)
    expect(await codeOf('show', 'x')).toBe(2)
    expect(await codeOf('show', '1', '--unknown')).toBe(2)
    expect(await codeOf('show', 'https://elsewhere.example/post/1', '--site', site)).toBe(2)
    expect(await codeOf('search', 'x', '--limit', '0')).toBe(2)
    expect(await codeOf('show', '2147483647')).toBe(5)
    expect(await codeOf('--help')).toBe(0)
    expect(await codeOf('--version')).toBe(0)
    expect(await codeOf('fill', '--help')).toBe(0)
    expect((await runJson(['show', '2147483647'])).json.error).toMatchObject({
      message: 'Post not found',
      exitCode: 5,
    })
  })

  it('stop quietly when a program reads only the beginning', async () => {
    const { env } = await createMember()
    await seedPost(database, { title: 'Pipes', prompt: 'x '.repeat(90_000) })
    const [{ id }] = await sql<[{ id: number }]>`select id from posts where title = 'Pipes'`
    const child = await new Promise<{ code: number | null; stderr: string }>((resolve) => {
      let stderr = ''
      void run(['show', String(id), '--format', 'text'], {
        env,
        onStart: (started) => {
          started.stderr?.on('data', (chunk) => (stderr += chunk))
          started.stdout?.destroy()
          started.once('exit', (code) => resolve({ code, stderr }))
        },
      })
    })
    expect(child).toEqual({ code: 0, stderr: '' })
  })
})

describe('fill', () => {
  const prompt = 'Write about ${topic} in a ${tone:calm} tone.\n{{extra:|rhyme|no rhyme}}'

  it('takes values from options, from a file and from stdin', async () => {
    const { user, runAs, runJson } = await createMember()
    const id = String((await seedPost(database, { by: user, prompt })).id)
    expect((await runAs(['fill', id, '--set', 'topic=rain = wet', '-s', 'tone=loud'])).stdout).toBe(
      'Write about rain = wet in a loud tone.\n',
    )
    expect((await runAs(['fill', id], { input: 'two\nlines\n' })).stdout).toBe(
      'Write about two\nlines in a calm tone.\n',
    )
    expect((await runAs(['fill', id, '--set', 'topic=-'], { input: 'tea' })).stdout).toContain('about tea')
    const values = JSON.stringify({ topic: 'sea', extra: 'rhyme' })
    expect((await runJson(['fill', id, '--values', '-'], { input: values })).json).toMatchObject({
      text: 'Write about sea in a calm tone.\nrhyme',
      values: { topic: 'sea', extra: 'rhyme' },
    })
    const folder = createFolder({ 'values.json': values })
    expect((await runAs(['fill', id, '--values', 'values.json'], { cwd: folder })).code).toBe(0)
  })

  it('names the blanks that are missing or unknown', async () => {
    const { user, runAs } = await createMember()
    const id = String((await seedPost(database, { by: user, prompt: '${one} and ${two words}' })).id)
    const missing = await runAs(['fill', id])
    expect(missing).toMatchObject({ code: 2, stdout: '' })
    expect(missing.stderr).toContain("--set one=… --set 'two words=…'")
    expect((await runAs(['fill', id], { input: 'one value' })).code).toBe(2)
    expect((await runAs(['fill', id, '--set', 'three=3'])).stderr).toContain('no blank three')
    expect((await runAs(['fill', id, '--set', 'three'])).code).toBe(2)
    expect((await runAs(['fill', id, '--values', 'none.json'])).code).toBe(2)
    expect((await runAs(['fill', id, '--values', '-'], { input: '[1]' })).code).toBe(2)
  })

  it('returns the messages of a prompt that consists of messages', async () => {
    const { user, runAs, runJson } = await createMember()
    const messages = '{{role "system"}}\nBe brief.\n\n{{role "user"}}\nWhat is ${thing}?'
    const id = String((await seedPost(database, { by: user, prompt: messages, form: 'messages' })).id)
    expect((await runJson(['fill', id, '--set', 'thing=tea'])).json.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What is tea?' },
    ])
    expect((await runAs(['show', id])).stdout).toContain('System:\nBe brief.')
  })
})

describe('save', () => {
  it('saves what another program sends, once', async () => {
    const { runJson } = await createMember()
    const words = [
      'save',
      '--title',
      'Notes',
      '--description',
      'Writes notes',
      '--tag',
      'a b',
      '--type',
      'code',
    ]
    const first = await runJson(words, { input: 'Write notes.\n' })
    const again = await runJson(words, { input: 'Write notes.\n' })
    expect(first).toMatchObject({ code: 0, json: { isPrivate: true, title: 'Notes' } })
    expect(again.json.id).toBe(first.json.id)
    const [post] = await sql`select prompt, type, tags from posts where id = ${first.json.id}`
    expect(post).toEqual({ prompt: 'Write notes.', type: 'Code', tags: ['a-b'] })
    // The same prompt can be saved again after its post has been deleted.
    await sql`delete from posts where id = ${first.json.id}`
    expect((await runJson(words, { input: 'Write notes.\n' })).json.id).not.toBe(first.json.id)
  })

  it('reads a prompt file, and says what is missing', async () => {
    const { runAs, runJson } = await createMember()
    await seedTopic(database, { name: 'Baking' })
    const folder = createFolder({
      'bread.md': '---\ntitle: Bread\ndescription: Bakes bread\nmodels: claude\n---\n\nBake.\n',
      'text.txt': 'Just text\n',
    })
    const { json } = await runJson(['save', 'bread.md', '--public', '--topic', 'baking'], { cwd: folder })
    const [post] = await sql`
      select title, models, is_private, t.name as topic from posts p join topics t on t.id = p.topic_id
      where p.id = ${json.id}`
    expect(post).toEqual({ title: 'Bread', models: ['claude'], isPrivate: false, topic: 'Baking' })
    const codeOf = async (...words: string[]) => (await runAs(['save', ...words], { cwd: folder })).code
    expect(await codeOf('text.txt')).toBe(2)
    expect(await codeOf('none.md')).toBe(2)
    expect(await codeOf('bread.md', '--topic', 'baking')).toBe(2)
    expect(await codeOf('bread.md', '--model', 'nobody')).toBe(1)
    expect((await run(['save', 'bread.md'], { cwd: folder, env: visitor })).code).toBe(4)
  })
})

describe('install', () => {
  it('shows a skill, and writes it only if somebody agrees', async () => {
    const { user, runAs, runJson } = await createMember()
    const post = await seedPost(database, {
      title: 'Review code',
      prompt: 'Review ${file}.\u{e0049}\u{e0067}',
      by: user,
    })
    const folder = createFolder()
    const unanswered = await runAs(['install', String(post.id)], { cwd: folder })
    expect(unanswered.code).toBe(2)
    // What an agent reads and nobody sees is shown, too.
    expect(unanswered.stderr).toContain('Review ${file}.\\u{e0049}\\u{e0067}')
    expect(existsSync(path.join(folder, '.claude'))).toBe(false)
    const { json } = await runJson(['install', String(post.id), '--yes'], { cwd: folder })
    const file = path.join(folder, '.claude/skills/review-code/SKILL.md')
    expect(json).toEqual({
      id: post.id,
      name: 'review-code',
      folder: path.dirname(file),
      files: ['SKILL.md'],
      isChanged: true,
    })
    expect(readFileSync(file, 'utf8')).toContain('name: "review-code"')
    expect((await runJson(['install', String(post.id)], { cwd: folder })).json.isChanged).toBe(false)
    await runAs(['install', String(post.id), '--dir', '.agents/skills', '--yes'], { cwd: folder })
    expect(existsSync(path.join(folder, '.agents/skills/review-code/SKILL.md'))).toBe(true)
  })

  it('writes all files of a skill, its newest version that is not withdrawn, also for visitors', async () => {
    const { token, runAs, runJson } = await createMember()
    const headers = { authorization: `Bearer ${token}` }
    const send = async (method: 'POST' | 'PATCH', url: string, payload: object) =>
      (await app.inject({ method, url, headers, payload })).json()
    const contents = ['echo hi\n', '# How\n']
    const { files } = await send('POST', '/api/skill-files', {
      files: [
        { path: 'scripts/run.sh', content: contents[0] },
        { path: 'docs/How to.md', content: contents[1] },
      ],
    })
    const skill = { name: 'many-files', compatibility: '', allowedTools: '', metadata: {}, files }
    const fields = {
      title: 'Many files',
      description: 'Does much',
      form: 'skill',
      skill: JSON.stringify(skill),
    }
    const { id } = await send('POST', '/api/posts', { ...fields, prompt: 'Run it.' })
    await send('PATCH', `/api/posts/${id}`, { prompt: 'Break it.' })
    await send('POST', `/api/posts/${id}/versions/2/withdraw`, { reason: 'Broken' })
    const folder = createFolder()
    const { code, stderr } = await run(['install', String(id), '--yes'], { cwd: folder, env: visitor })
    expect(code).toBe(0)
    for (const shown of ['Run it.', 'scripts/run.sh, 8 bytes', 'echo hi']) expect(stderr).toContain(shown)
    const read = (name: string) => readFileSync(path.join(folder, '.claude/skills/many-files', name), 'utf8')
    expect(read('SKILL.md')).toContain('Run it.')
    expect([read('scripts/run.sh'), read('docs/How to.md')]).toEqual(contents)
    expect((await runJson(['install', String(id)], { cwd: folder })).json.isChanged).toBe(false)
    await send('POST', `/api/posts/${id}/versions/1/withdraw`, { reason: 'Broken, too' })
    // What visitors get is cached for seconds.
    const withdrawn = await runAs(['install', String(id)], { cwd: folder })
    expect(withdrawn.code).toBe(1)
    expect(withdrawn.stderr).toContain('withdrawn: Broken')
  })

  it('writes nothing through a link that is in the place of the skill', async () => {
    const { user, runAs } = await createMember()
    const post = await seedPost(database, { title: 'Linked', by: user })
    const [folder, outside] = [createFolder({ '.claude/skills/x.md': '' }), createFolder()]
    symlinkSync(outside, path.join(folder, '.claude/skills/linked'))
    expect((await runAs(['install', String(post.id), '--yes'], { cwd: folder })).code).toBe(1)
    expect(existsSync(path.join(outside, 'SKILL.md'))).toBe(false)
    rmSync(path.join(folder, '.claude/skills/linked'))
  })
})

describe('completion', () => {
  it('is valid in bash, and completes commands, options and their values', async () => {
    const { stdout } = await run(['completion', 'bash'])
    const complete = (...words: string[]) =>
      execFileSync('bash', [
        '-c',
        `${stdout}\nCOMP_WORDS=(prompt-collection ${words.map((word) => `'${word}'`).join(' ')})\nCOMP_CWORD=${words.length}\n_prompt_collection\nprintf '%s\\n' "\${COMPREPLY[@]}"`,
      ])
        .toString()
        .trim()
        .split('\n')
    expect(complete('pu')).toEqual(['pull', 'push'])
    expect(complete('push', '--d')).toEqual(['--dir', '--delete'])
    expect(complete('search', '--sort', 'r')).toEqual(['relevance'])
    expect(complete('completion', 'z')).toEqual(['zsh'])
  })

  it.each(['zsh', 'fish'])('names every command in %s', async (shell) => {
    const { code, stdout } = await run(['completion', shell])
    const help = await run(['--help'])
    const names = [...help.stdout.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name)
    expect(code).toBe(0)
    expect(names.length).toBeGreaterThan(10)
    for (const name of names) expect(stdout).toContain(name)
    expect((await run(['completion', 'tcsh'])).code).toBe(2)
  })
})
