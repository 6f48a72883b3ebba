import { expect, it } from 'vitest'
import { HttpError } from '#core/http-error.ts'
import { classifyUrl, renderError } from './error-response.ts'

it.each([
  ['/api', 'api'],
  ['/api/posts?x=/t/', 'api'],
  ['/healthz', 'api'],
  ['/api//admin', 'api'],
  ['//api/x', 'api'],
  ['/x/../api/y', 'api'],
  ['/api/../new', 'api'],
  ['/api;x=1', 'api'],
  ['/API/x', 'api'],
  ['/api\\x', 'api'],
  ['/t/..api', 'page'],
  ['/tag/.net', 'page'],
  ['/tag/node.js', 'page'],
  ['/tag/node.js/feed.xml', 'file'],
  ['/apiary', 'page'],
  ['/', 'page'],
  ['/?q=style.css', 'page'],
  ['/t/node.js', 'page'],
  ['/t/readme.md?sortBy=top', 'page'],
  ['/t/feed.xml', 'page'],
  ['/t/asp.php/a-post', 'page'],
  ['/u/robots.txt', 'page'],
  ['/t/nothing/feed.xml', 'file'],
  ['/t/node.js/feed.xml?x', 'file'],
  ['/foo.xml', 'file'],
  ['/sitemap/abc.xml', 'file'],
  ['/post/1.md', 'file'],
  ['/media/nope', 'file'],
  ['/mediation', 'page'],
  ['/og/post/1.png', 'file'],
  ['/wp-login.php', 'file'],
  ['/apple-touch-icon.png?v=2', 'file'],
  ['/.well-known/assetlinks.json', 'file'],
])('classifies %s as a URL of kind %s', (url, audience) => {
  expect(classifyUrl(url)).toBe(audience)
})

it('escapes the message in HTML', () => {
  expect(renderError('/new', new HttpError('not-found', { message: '<script>&' })).body).toContain(
    '<h1>&lt;script&gt;&amp;</h1>',
  )
})

it("the page of the site's own failure names the request, other error pages do not", () => {
  expect(renderError('/new', new HttpError('internal-error'), 'id-1').body).toContain('Request id-1')
  expect(renderError('/new', new HttpError('not-found'), 'id-1').body).not.toContain('id-1')
})
