import { expect, test } from './support/test.ts'

const JUNK = [
  '%20',
  '%E3%80%80',
  '%00',
  '%ED%A0%80',
  '-1',
  '1e9',
  'nope',
  "'%22%5C",
  '%3Cscript%3Ezz',
  '[]',
  'x'.repeat(9_000),
]

test('no page fails because of its URL', { tag: '@full' }, async ({ request }) => {
  const seen: string[] = []
  for (const junk of JUNK) {
    const pages = [
      `/?q=${junk}`,
      `/?types=${junk}&models=${junk}`,
      `/?sort=${junk}`,
      `/new?types=${junk}&types=Text`,
      `/popular?models=${junk}`,
      `/t/learning?sort=${junk}`,
      `/optimize?${junk}=${junk}`,
      `/t/${junk}`,
      `/u/${junk}`,
      `/post/${junk}`,
      `/private/${junk}`,
      `/t/learning/${junk}`,
      `/${junk}`,
      `/post/1/comment/${junk}`,
      `/auth/callback?code=${junk}&state=${junk}`,
    ]
    for (const page of pages) {
      const answer = await request.get(page, { maxRedirects: 0 })
      const status = answer.status()
      if (![200, 301, 302, 307, 308, 400, 404, 414].includes(status))
        seen.push(`${status} ${page.slice(0, 60)}`)
      const body = await answer.text()
      if (body.includes('\0')) seen.push(`a NUL: ${page.slice(0, 60)}`)
      if (body.includes('<script>%') || body.includes('"<script>'))
        seen.push(`written out: ${page.slice(0, 60)}`)
    }
  }
  expect(seen).toEqual([])
})

test('rejects every method other than GET and HEAD with an error page', { tag: '@full' }, async ({
  request,
}) => {
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const answer = await request.fetch('/new', { method })
    expect([answer.status(), answer.headers()['content-type']]).toEqual([405, 'text/html; charset=utf-8'])
  }
})
