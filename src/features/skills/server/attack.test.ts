import { it } from 'vitest'
import { writeSkill } from '#core/skill.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedApiToken, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { deleteUnusedContents } from './store.ts'
import { postPurgeJob } from '../../../use-cases/purge-posts.ts'
const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)
const aMember = async () => { const u = await seedUser(database); return { ...u, headers: await seedSession(database, u) } }
const post = async (url: string, headers: any, payload: any, method: any = 'POST') => { const r = await app.inject({ method, url, headers, payload }); return { status: r.statusCode, body: (() => { try { return r.json() } catch { return r.body } })() } }
const tok = await seedApiToken(database, await seedUser(database), ['read'])
const get = (url: string, headers: any = tok) => app.inject({ url, headers })
const texts = { title: 'T', description: 'D is long enough', form: 'skill' }
const skillOf = (s: any) => writeSkill({ name: 'x', compatibility: '', allowedTools: '', metadata: {}, files: [], ...s })
const publish = (m: any, s: any, more: any = {}) => post('/api/posts', m.headers, { ...texts, prompt: `p ${Math.random()}`, skill: skillOf(s), ...more })
const store = async (m: any, f: any) => (await post('/api/skill-files', m.headers, { files: f })).body.files
it('deletion', async () => {
  const [ann, ben] = [await aMember(), await aMember()]
  const files = await store(ann, [{ path: 'a.txt', content: 'AAA' }]); const only = await store(ann, [{ path: 'b.txt', content: 'ONLY' }])
  const p = (await publish(ann, { name: 'one', files })).body
  await publish(ann, { name: 'two', files: only })
  console.log('remix', (await publish(ben, { name: 'remix', files }, { remixOf: p.id })).status)
  console.log('bulk', await post('/api/user/posts', ann.headers, { ids: [p.id] }, 'DELETE'))
  console.log((await get('/.well-known/agent-skills/one.zip')).statusCode, (await get(`/api/posts/${p.id}/skill/files/${files[0].sha256}`)).statusCode)
  console.log('account', JSON.stringify(await post('/api/user', ann.headers, { confirm: ann.username }, 'DELETE')).slice(0, 200))
  console.log((await get('/.well-known/agent-skills/two.zip')).statusCode, (await get(`/u/${ann.username}/.well-known/agent-skills/index.json`)).body)
  console.log(await sql`select count(*) from posts`, await sql`select * from skill_names`, await sql`select name from skill_releases`)
  console.log(Object.keys(await import('../../../use-cases/purge-posts.ts')), Object.keys(await import('../../../use-cases/delete-user.ts')))
  await postPurgeJob?.run?.({ sql, config: {}, log: console, signal: new AbortController().signal } as any, {} as any)
  console.log(await sql`select count(*) from posts`, await sql`select * from skill_names`, await sql`select name from skill_releases`, await sql`select content from skill_contents`)
  await sql`update skill_contents set created_at = now() - interval '2 days'`; await deleteUnusedContents(sql)
  console.log(await sql`select content from skill_contents`, (await get('/.well-known/agent-skills/remix/a.txt')).body)
  console.log('again', (await publish(ben, { name: 'two' })).status, await sql`select * from skill_names`)
})
it('archives', async () => {
  const ann = await aMember()
  const big = []
  for (let i = 0; i < 5; i++) big.push({ path: `f${i}.txt`, content: `${i}` + 'é'.repeat(499_000) })
  const files = await store(ann, big); 
  const p = await publish(ann, { name: 'big', files }); console.log('pub', p.status)
  for (let i = 0; i < 9; i++) await post(`/api/posts/${p.body.id}`, ann.headers, { prompt: 'v' + i }, 'PATCH')
  const site = await app.listen({ port: 0, host: '127.0.0.1' })
  global.gc?.()
  const m = process.memoryUsage().rss / 1e6
  let peak = 0; const timer = setInterval(() => { peak = Math.max(peak, process.memoryUsage().rss / 1e6) }, 5)
  const s = performance.now()
  let lag = 0; let last = performance.now(); const t2 = setInterval(() => { lag = Math.max(lag, performance.now() - last); last = performance.now() }, 1)
  const one = performance.now(); await fetch(`${site}/.well-known/agent-skills/big@1.zip`, { headers: tok as any }).then((r) => r.arrayBuffer()); console.log('one', performance.now() - one)
  const r = await Promise.all(Array.from({ length: 60 }, (_, i) => fetch(`${site}/.well-known/agent-skills/big@${1 + i % 10}.zip`, { headers: tok as any }).then(async (x) => [x.status, (await x.arrayBuffer()).byteLength])))
  clearInterval(timer); clearInterval(t2)
  console.log('60 archives', Math.round(performance.now() - s), 'ms rss', Math.round(m), '->', Math.round(peak), 'lag', Math.round(lag), JSON.stringify(Object.groupBy ? r.map((x) => x[0]).join() : r).slice(0, 300))
  const r3 = await Promise.all(Array.from({ length: 20 }, () => fetch(`${site}/.well-known/agent-skills/big@1.zip`).then((x) => x.headers.get('cache-control'))))
  console.log(r3[0])
}, 100000)
