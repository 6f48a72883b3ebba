import { expect, test } from 'vitest'
import { formatCompactNumber } from './CompactNumber.tsx'

test.each([
  [0, '0'],
  [-3, '-3'],
  [999, '999'],
  [1_234, '1.2k'],
  [15_000, '15k'],
  [2_500_000, '2.5M'],
])('formats %d as %s', (value, text) => expect(formatCompactNumber(value)).toBe(text))

test("follows the reader's language", () => expect(formatCompactNumber(2_500_000, 'de')).toMatch(/2,5.Mio/))
