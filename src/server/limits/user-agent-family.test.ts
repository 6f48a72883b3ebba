import { expect, it } from 'vitest'
import { toUserAgentFamily } from './user-agent-family.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  ['curl/8.11.1', 'curl'],
  ['CCBot/2.0 (https://commoncrawl.org/faq/)', 'ccbot'],
  ['python-requests/2.32.3', 'python-requests'],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'facebookexternalhit'],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'bingbot'],
  [`${BROWSER}; compatible; GPTBot/1.2; +https://openai.com/gptbot`, 'gptbot'],
  [`${BROWSER} Version/17.4 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)`, 'applebot'],
  [`${BROWSER} HeadlessChrome/142.0.0.0 Safari/537.36`, 'headlesschrome'],
  ['', 'unnamed'],
  [undefined, 'unnamed'],
  ['(no name)', 'unnamed'],
  ['a'.repeat(1_000), 'a'.repeat(40)],
])('counts %s as %s', (userAgent, family) => {
  expect(toUserAgentFamily(userAgent)).toBe(family)
})

it.each([
  `${BROWSER} Chrome/142.0.0.0 Safari/537.36`,
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0)',
  'Opera/9.80 (Windows NT 6.1) Presto/2.12.388 Version/12.18',
])('gives browsers such as %s no family of their own', (userAgent) => {
  expect(toUserAgentFamily(userAgent)).toBeNull()
})
