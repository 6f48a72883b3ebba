import { expect, it } from 'vitest'
import { buildEmbedCode } from './embeds.ts'

it('embeds a post by its id, with a title that cannot end the attribute', () => {
  const post = { id: 7, title: '"><script>alert(1)</script> & more' }
  const code = buildEmbedCode('https://prompts.example', post)
  expect(code).toMatch(
    /^<iframe src="https:\/\/prompts\.example\/embed\/post\/7" title="[^"<>]*" width="600" height="280" /,
  )
  expect(code.match(/[<>]/g)).toEqual(['<', '>', '<', '>'])
  expect(buildEmbedCode('', post, { width: 320, height: 200 })).toContain('" width="320" height="200" ')
})
