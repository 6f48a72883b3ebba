import { expect, it } from 'vitest'
import { escapeMarkup } from './escape-markup.ts'

it('escapes what could end a text or an attribute, and nothing else', () => {
  expect(escapeMarkup(`<a href="x" title='y'>Q&A</a> \`ü\` 🦊`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;Q&amp;A&lt;/a&gt; `ü` 🦊',
  )
  expect(escapeMarkup('&lt;')).toBe('&amp;lt;')
})
