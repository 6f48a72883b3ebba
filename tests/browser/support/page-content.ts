import { randomBytes } from 'node:crypto'
import { paths } from '#core/paths.ts'
import {
  seedCollection,
  seedComment,
  seedDraft,
  seedLocalUser,
  seedPost,
  seedSession,
  seedSuggestedEdit,
  seedTopic,
  seedUser,
  seedVersion,
} from '../../support/builders.ts'
import { getSiteDatabase } from './members.ts'

const words = (name: string) => `${name} ${randomBytes(4).toString('hex')}`
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitän'
const WITH_BLANKS = `Write to \${recipient} in \${language:English}. ${'Say why, step by step. '.repeat(80)}`

/** A prompt with an invisible character, so that its card shows the notice about hidden text. */
const HIDING = 'Say something useful.\u200b Twice.'

const getToken = ({ cookie }: { cookie: string }): string => cookie.replace('session=', '')

/**
 * Creates what the pages show: posts, comments and everything else of a member who has one of each, and the sessions of
 * that member, of an admin and of a member without a completed profile.
 */
export const createPageContent = async () => {
  const database = getSiteDatabase()
  const { sql } = database
  const [owner, reader, warned, admin, newcomer] = [
    await seedLocalUser(database),
    await seedUser(database),
    await seedUser(database),
    await seedUser(database, { isAdmin: true }),
    await seedUser(database, { profileCompleted: false }),
  ]
  await sql`update users set bio = ${`I collect prompts. ${LONG_WORD}`}, website = 'https://example.org' where id = ${owner.id}`
  const topic = await seedTopic(database, { name: words('Regatta') })
  const tag = `regatta${randomBytes(4).toString('hex')}`
  const title = words(`A prompt about a ${LONG_WORD}`)
  const own = await seedPost(database, { by: owner, title, prompt: WITH_BLANKS, topic, tags: [tag] })
  const other = await seedPost(database, { by: reader, title: words('Other'), prompt: WITH_BLANKS, topic })
  const remix = await seedPost(database, { by: owner, title: words('Remixed') })
  const hidden = await seedPost(database, { by: owner, title: words('Hidden'), isPrivate: true })
  await sql`
    update posts set is_remix = true, remix_of = ${other.id}, prompt = ${HIDING}, prompt_length = ${HIDING.length},
      hidden_text = '[{"field": "prompt", "kind": "invisible-characters", "count": 1}]' where id = ${remix.id}`
  await seedVersion(database, own, 1)
  await sql`update posts set version = 2, prompt = prompt || ' The end.' where id = ${own.id}`
  await seedVersion(database, own, 2)

  const comment = await seedComment(database, {
    on: own,
    by: reader,
    content: `A **good** one, ${LONG_WORD}`,
  })
  await seedComment(database, { on: own, by: owner, parent: comment, content: '`code`'.repeat(80) })
  await seedComment(database, { on: own, by: reader, content: `It begins. ${'`a` '.repeat(2_400)}` })
  let deep = comment
  for (let depth = 0; depth < 8; depth += 1)
    deep = await seedComment(database, { on: own, by: depth % 2 ? owner : reader, parent: deep })
  await seedComment(database, { on: other, by: owner, content: 'Mine' })
  const hiddenComment = await seedComment(database, { on: hidden, by: owner })
  const suggestion = await seedSuggestedEdit(database, own, reader)
  const collection = await seedCollection(database, owner, 'public', other)
  await sql`update collection_items set note = 'Start with this one' where post_id = ${other.id}`
  const draft = words('Half a post')
  await seedDraft(database, owner, { title: draft })
  await sql`insert into user_post_bookmarks (user_id, post_id) values (${owner.id}, ${other.id})`
  await sql`insert into user_topic_follows (user_id, topic_id) values (${owner.id}, ${topic.id})`
  await sql`insert into removals (user_id, kind, excerpt, reason) values (${warned.id}, 'post', 'Unkind', 'It is unkind')`
  const [decision] = await sql<{ id: number }[]>`
    with decided as (
      insert into moderation_cases (subject_kind, subject_id, author_id, excerpt, findings, is_open)
      values ('post', ${own.id}, ${owner.id}, ${title}, ${['5 accounts made within an hour voted for it']}::text[], false) returning id)
    insert into moderation_decisions (case_id, action, reason, words, moderator_name, moderator_role, before, after)
    select id, 'label', 'Something else', ${`It is outdated. ${LONG_WORD}`}, ${admin.username}, 'admin', '{"labels":[]}',
      '{"labels":["outdated"]}' from decided returning id`
  for (const [type, on] of [
    ['upvote', own],
    ['bookmark', own],
    ['comment', remix],
  ] as const)
    await sql`insert into notifications (user_id, type, post_id, from_user_id) values (${owner.id}, ${type}, ${on.id}, ${reader.id})`

  const [reported] = await sql<{ id: number }[]>`
    insert into moderation_cases (subject_kind, subject_id, post_id, topic_id, author_id, excerpt, source, is_urgent)
    values ('post', ${other.id}, ${other.id}, ${topic.id}, ${reader.id}, ${LONG_WORD}, 'reports', true) returning id`
  await sql`
    insert into reports (case_id, subject_kind, subject_id, reporter_id, reason, words)
    values (${reported?.id ?? 0}, 'post', ${other.id}, ${owner.id}, 'Something else', ${`Look at ${LONG_WORD}`})`
  await sql`insert into feedback (content, user_id) values (${LONG_WORD.repeat(4)}, ${reader.id})`
  await sql`insert into ad_requests (name, email, user_id) values ('Acme', 'ads@example.org', ${reader.id})`
  const waiting = await seedUser(database, { profileCompleted: false })
  await sql`
    insert into sign_up_requests (user_id, answer, answered_at) values (${waiting.id}, ${`I found ${LONG_WORD}`}, now())`
  await sql`insert into contact_messages (name, email, content) values ('', 'b@example.org', ${words('Hello')})`
  await sql`insert into tags (name) values (${tag})`
  await sql`insert into topic_requests (name, description, user_id) values (${words('Chess')}, 'Openings', ${reader.id})`
  await sql`
    insert into prompt_optimization_logs (user_id, original_prompt, optimized_prompt, prompt_type, models)
    values (${reader.id}, 'short', 'longer', 'Text', '{chatgpt}')`
  await sql`insert into post_reveals (user_id, post_id) values (${reader.id}, ${own.id})`
  await sql`
    insert into audit_events (admin_id, admin_name, action, target_name, reason, reason_added_at, before, after)
    select ${admin.id}, ${admin.username}, 'mark-hot', 'Knots', a.reason, a.at, '{"isHot": false}', '{"isHot": true}'
    from (values ('', null), ('The regatta', now())) a (reason, at)`
  const [pictures] = await sql<{ topic: string; slug: string }[]>`
    select t.slug as topic, p.seo_slug as slug from posts p join topics t on t.id = p.topic_id
    where p.type = 'Image' and cardinality(p.example_files) >= 2 and not p.is_private order by p.id limit 1`

  const [commented] = await sql<{ id: number }[]>`
    select id from posts where not is_private and user_id not in (${owner.id}, ${reader.id})
    order by comment_count desc, id limit 1`

  return {
    ...{
      owner,
      reader,
      topic,
      tag,
      own,
      other,
      remix,
      hidden,
      comment,
      hiddenComment,
      suggestion,
      draft,
      deep,
      decision: decision?.id ?? 0,
    },
    reportedCase: reported?.id ?? 0,
    collection: { id: collection, title: 'Best of' },
    commented: paths.postById(commented?.id ?? 0),
    pictures: `/t/${pictures?.topic}/${pictures?.slug}`,
    gallery: `/t/${pictures?.topic}?view=gallery`,
    sessions: {
      member: getToken(await seedSession(database, owner)),
      warned: getToken(await seedSession(database, warned)),
      admin: getToken(await seedSession(database, admin)),
      newcomer: getToken(await seedSession(database, newcomer)),
    },
  }
}

export type PageContent = Awaited<ReturnType<typeof createPageContent>>
