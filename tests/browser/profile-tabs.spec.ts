import { getSiteSql, signIn } from './support/members.ts'
import { openHydratedPage, seedPostByMember } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

for (const [width, scheme] of [
  [390, 'dark'],
  [1280, 'light'],
] as const)
  test(`shows a member's posts, comments and remixes in tabs at ${width} px, ${scheme}`, {
    tag: '@full',
  }, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme: scheme })
    const username = await signIn(context)
    const post = await seedPostByMember(null, { title: 'Talked about' })
    const remix = await seedPostByMember(username, { title: 'Based on it' })
    await getSiteSql()`update posts set is_remix = true, remix_of = ${post.id} where id = ${remix.id}`
    const [comment] = await getSiteSql()<{ id: number }[]>`
      insert into comments (post_id, user_id, content)
      select ${post.id}, id, 'It worked for me.' from users where username = ${username} returning id`
    await openHydratedPage(page, `/u/${username}`)
    const tabs = page.getByRole('navigation', { name: 'Contributions' })
    await expect(tabs.getByRole('link', { name: 'Posts' })).toHaveAttribute('aria-current', 'true')
    await tabs.getByRole('link', { name: 'Comments 1' }).click()
    await expect(page).toHaveURL(`/u/${username}?tab=comments`)
    const comments = page.getByRole('list', { name: `Comments by ${username}` })
    await expect(comments.getByRole('listitem')).toHaveCount(1)
    await expect(comments).toContainText(post.title)
    await comments.getByRole('link', { name: 'It worked for me.' }).click()
    await expect(page).toHaveURL(new RegExp(`/comment/${comment?.id}$`))
    await page.goBack()
    await tabs.getByRole('link', { name: 'Remixes 1' }).click()
    await expect(page.getByRole('feed').getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('feed')).toContainText(remix.title)
  })
