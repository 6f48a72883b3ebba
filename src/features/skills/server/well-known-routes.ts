import type { FastifyInstance, FastifyReply } from 'fastify'
import { SKILL_MD } from '#core/skill.ts'
import { selectPost, selectPostBySlug } from '#features/posts/server/post-query.ts'
import type { Database } from '#server/database/connect.ts'
import { writeArchive } from './archive.ts'
import { readFiles } from './releases-query.ts'
import { type Release, type SkillScope, selectRelease, selectSkills } from './store.ts'

const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'
const CURRENT = '/.well-known/agent-skills'
const OLD = '/.well-known/skills'

/** `skills add` downloads every skill of an index, so an index has the best ones only. */
const MAX_SKILLS = 100
const CACHE_SECONDS = 5

const ID = /^[1-9]\d{0,8}$/

type Params = Record<string, string | undefined>

/**
 * Registers how programs find and install public skills
 * (https://github.com/cloudflare/agent-skills-discovery-rfc): the index of the site and, below the addresses of pages,
 * those of a post and a member; and the files of the older version 0.1. Nobody needs to be signed in.
 */
export const wellKnownSkillRoutes = (app: FastifyInstance, { database }: { database: Database }): void => {
  const sql = database.readSql
  const get = (path: string, respond: (params: Params, reply: FastifyReply) => Promise<unknown>) =>
    app.get<{ Params: Params }>(
      path,
      { schema: { hide: true }, config: { cacheSeconds: CACHE_SECONDS, ignoresCookies: true } },
      async ({ params }, reply) => {
        // Everybody may read this, also scripts of other sites.
        reply
          .header('access-control-allow-origin', '*')
          .raw.setHeader('cross-origin-resource-policy', 'cross-origin')
        return respond(params, reply)
      },
    )
  const sendIndex = async (scope: SkillScope | null, reply: FastifyReply) => {
    const skills = scope && (await selectSkills(sql, scope, MAX_SKILLS))
    if (!skills) return sendText(reply, 404, 'There are no skills here.')
    return reply.send({ $schema: SCHEMA, skills: skills.map(describe) })
  }

  const findPost = async ({ id, slug }: Params): Promise<SkillScope | null> => {
    if (slug !== undefined) {
      const post = await selectPostBySlug(sql, null, slug)
      return post && { postId: post.id }
    }
    return ID.test(id ?? '')
      ? (await selectPost(sql, null, Number(id)))
        ? { postId: Number(id) }
        : null
      : null
  }

  get(`${CURRENT}/index.json`, (_, reply) => sendIndex({}, reply))
  get(`/post/:id${CURRENT}/index.json`, async (params, reply) => sendIndex(await findPost(params), reply))
  get(`/t/:topic/:slug${CURRENT}/index.json`, async (params, reply) =>
    sendIndex(await findPost(params), reply),
  )
  get(`/u/:username${CURRENT}/index.json`, ({ username = '' }, reply) => sendIndex({ username }, reply))
  for (const name of ['', 'index.json'])
    get(`${OLD}/${name}`, async (_, reply) => {
      const skills = await selectSkills(sql, {}, MAX_SKILLS)
      return reply.send({
        skills: skills.map(({ name, frontMatter, files }) => ({
          name,
          description: frontMatter.description,
          files: files.map(({ path }) => path),
        })),
      })
    })

  const find = async (address: string): Promise<Release | null> => {
    const [, name = '', version] = /^([a-z0-9-]{1,64})(?:@([1-9]\d{0,8}))?$/.exec(address) ?? []
    return name ? selectRelease(sql, name, version === undefined ? null : Number(version)) : null
  }
  get(`${CURRENT}/:archive`, async ({ archive = '' }, reply) => {
    const release = archive.endsWith('.zip') ? await find(archive.slice(0, -4)) : null
    if (!release || release.withdrawnAt) return sendMissing(release, reply)
    return reply.type('application/zip').send(await writeArchive(await readFiles(sql, release.files)))
  })
  for (const directory of [CURRENT, OLD])
    get(`${directory}/:address/*`, async ({ address = '', '*': path }, reply) => {
      const release = await find(address)
      const file = release?.files.find((found) => found.path === path)
      if (!release || !file || release.withdrawnAt) return sendMissing(release, reply)
      const [read] = await readFiles(sql, [file])
      // Scripts are texts here, whatever they are.
      return reply
        .type(`${/\.md$/i.test(file.path) ? 'text/markdown' : 'text/plain'}; charset=utf-8`)
        .send(read?.content ?? '')
    })
}

/** An entry of the index. Its address names the version, so what is there never changes. */
const describe = ({ name, version, frontMatter, files, sha256 }: Release) => {
  const isAlone = files.length === 1
  return {
    name,
    type: isAlone ? 'skill-md' : 'archive',
    description: frontMatter.description,
    url: `${CURRENT}/${name}@${version}${isAlone ? `/${SKILL_MD}` : '.zip'}`,
    digest: `sha256:${sha256}`,
    version,
  }
}

const sendMissing = (release: Release | null, reply: FastifyReply) =>
  release?.withdrawnAt
    ? sendText(reply, 410, `This version has been withdrawn: ${release.withdrawnReason}`)
    : sendText(reply, 404, 'There is no such file of a skill.')

const sendText = (reply: FastifyReply, status: number, text: string) =>
  reply.code(status).type('text/plain; charset=utf-8').send(`${text}\n`)
