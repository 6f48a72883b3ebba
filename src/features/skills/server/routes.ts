import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { createMediaBudget } from '#features/media/server/media-budget.ts'
import { sendSkillFiles } from '#features/posts/contract-skill-files.ts'
import { selectPost } from '#features/posts/server/post-query.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { defineJob } from '#server/jobs/job.ts'
import * as contract from '../contract.ts'
import { writeArchive } from './archive.ts'
import { readFiles, selectContents } from './releases-query.ts'
import { sendFiles } from './send-files.ts'
import { deleteUnusedContents, type Release, selectReleases, selectSkills } from './store.ts'

const toReply = ({ version, name, files, sha256, createdAt, withdrawnAt, withdrawnReason }: Release) => ({
  version,
  name,
  files,
  digest: `sha256:${sha256}`,
  createdAt,
  withdrawnAt,
  withdrawnReason,
})

export const skillRoutes = (
  app: FastifyInstance,
  { config, database }: { config: Config; database: Database },
): void => {
  const budget = createMediaBudget(database.sql, config)
  serveEndpoint(app, sendSkillFiles, async ({ member, body: { files } }) => {
    const bytes = files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
    await budget.consumeBytes(member.id, bytes)
    return { files: await sendFiles(database.sql, member.id, files) }
  })

  serveEndpoint(app, contract.getSkill, ({ viewer, params, read }) =>
    read(async (reads) => {
      if (!(await selectPost(reads, viewer, params.id))) throw new HttpError('post-not-found')
      const releases = await selectReleases(reads, viewer, params.id)
      const [newest] = releases
      if (!newest) throw new HttpError('skill-not-found')
      return { name: newest.name, releases: releases.map(toReply) }
    }),
  )

  serveEndpoint(app, contract.getSkillFile, ({ viewer, params, read }) =>
    read(async (reads) => {
      if (!(await selectPost(reads, viewer, params.id))) throw new HttpError('post-not-found')
      const releases = await selectReleases(reads, viewer, params.id)
      const isServed = releases.some(
        ({ files, withdrawnAt }) =>
          withdrawnAt === null && files.some(({ sha256 }) => sha256 === params.digest),
      )
      const content = isServed && (await selectContents(reads, [params.digest])).get(params.digest)
      if (typeof content !== 'string') throw new HttpError('skill-not-found')
      return { content }
    }),
  )

  serveEndpoint(app, contract.getSkillArchive, async ({ viewer, params, read, reply }) => {
    const { name, files } = await read(async (reads) => {
      if (!(await selectPost(reads, viewer, params.id))) throw new HttpError('post-not-found')
      const releases = await selectReleases(reads, viewer, params.id)
      const newest = releases.find(({ withdrawnAt }) => withdrawnAt === null)
      if (!newest) throw new HttpError('skill-not-found')
      return { name: newest.name, files: await readFiles(reads, newest.files) }
    })
    // Agents expect each skill in a folder with its name.
    const archive = await writeArchive(files.map((file) => ({ ...file, path: `${name}/${file.path}` })))
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${name}.zip"`)
      .send(archive)
  })

  serveEndpoint(app, contract.listSkills, ({ query, read }) =>
    read(async (reads) => {
      const skills = await selectSkills(reads, query, contract.SKILLS_PER_PAGE)
      return skills.map((skill) => ({
        postId: skill.postId,
        author: skill.author,
        frontMatter: skill.frontMatter,
        ...toReply(skill),
      }))
    }),
  )
}

export const skillSweepJob = defineJob({
  name: 'delete-unused-skill-files',
  schedule: '23 3 * * *',
  run: ({ sql }) => deleteUnusedContents(sql),
})
