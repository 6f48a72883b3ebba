import { randomBytes } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { getSiteSql, setSession, signIn } from './members.ts'
import { waitForHydration } from './test.ts'

type Row = { id: number }

export const openHydratedPage = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await waitForHydration(page)
}

/** Signs in another member in a separate browser context. */
export const signInAnotherMember = async (browser: Browser, baseURL: string | undefined) => {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const username = await signIn(context)
  return { context, page: await context.newPage(), username }
}

/** Opens a separate browser in which the member with this session token is signed in. */
export const openAsMember = async (
  browser: Browser,
  baseURL: string | undefined,
  { token }: { token: string },
): Promise<Page> => {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  await setSession(context, token)
  return context.newPage()
}

/** Creates a topic with a unique name. */
export const seedTopic = async (): Promise<{ id: number; name: string; path: string }> => {
  const suffix = randomBytes(4).toString('hex')
  const name = `Topic ${suffix}`
  const [row] = await getSiteSql()<Row[]>`
    insert into topics (name, slug) values (${name}, ${`topic-${suffix}`}) returning id`
  return { id: row?.id ?? 0, name, path: `/t/topic-${suffix}` }
}

// The prompt is long enough to be cut off for visitors, like most prompts.
const PROMPT = 'Say it once more, slowly. '.repeat(10).trim()

/** Creates a public post by this member, or by one of the seeded authors. */
export const seedPostByMember = async (
  username: string | null,
  fields: { topicId?: number; title?: string } = {},
) => {
  const title = `${fields.title ?? 'A post'} ${randomBytes(4).toString('hex')}`
  const slug = title.toLowerCase().replaceAll(' ', '-')
  const [row] = await getSiteSql()<Row[]>`
    insert into posts (user_id, topic_id, title, description, prompt, prompt_length, seo_slug)
    select min(id), ${fields.topicId ?? null}::integer, ${title}, 'About it', ${PROMPT}, ${PROMPT.length}, ${slug}
    from users where ${username}::text is null or username = ${username} returning id`
  const id = row?.id ?? 0
  await getSiteSql()`
    insert into post_search (post_id, visible, whole)
    select id, v, v from posts, post_search_vector(title, description, '', prompt) v where id = ${id}`
  return { id, title, path: `/post/${id}` }
}
