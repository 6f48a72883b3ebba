import { expect, it } from 'vitest'
import { toRateLimitAddress } from './rate-limit-address.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['192.0.2.7:4711', '192.0.2.7'],
  ['[2001:db8:1:2::1]:4711', '2001:db8:1:2'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2'],
])('counts %s as %s, so that a household counts as one address', (ip, expected) => {
  expect(toRateLimitAddress(ip)).toBe(expected)
})
