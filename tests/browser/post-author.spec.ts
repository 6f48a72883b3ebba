import { getSiteSql, signIn } from './support/members.ts'
import { openHydratedPage, seedPostByMember } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

test("marks the author's comments, and says on phones to whom a deep reply replies", {
  tag: '@full',
}, async ({ page, context }) => {
  const me = await signIn(context)
  const post = await seedPostByMember(me)
  const sql = getSiteSql()
  let parent: number | null = null
  for (let depth = 0; depth <= 7; depth += 1) {
    const [row]: { id: number }[] = await sql<{ id: number }[]>`
      insert into comments (post_id, parent_id, user_id, content)
      select ${post.id}, ${parent}::int, id, ${`Depth ${depth}`} from users
      where case when ${depth % 2 === 0} then username = ${me} else id = (select min(id) from users) end returning id`
    parent = row?.id ?? 0
  }
  await sql`update posts set comment_count = 8 where id = ${post.id}`
  await page.setViewportSize({ width: 390, height: 844 })
  await openHydratedPage(page, post.path)
  await expect(
    page.getByRole('region', { name: /comments?$/ }).getByText('Author', { exact: true }),
  ).toHaveCount(4)
  const deep = page.getByText(`replying to ${me}`)
  await expect(deep).toHaveCount(1)
  await expect(deep).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 844 })
  await expect(deep).toBeHidden()
})
