import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { renderComponent } from '#tests/components/render-component.tsx'
import { ApiError } from '#web/api-client.ts'
import { FeedStatus } from './FeedStatus.tsx'

const FAILED = 'Failed to load posts. Please try again.'
const LIMITED = 'Too many requests. Try again in a minute.'

it.each([
  ['our server', 429, JSON.stringify({ message: LIMITED }), [FAILED, LIMITED]],
  ['a proxy that limits requests', 429, '<html><h1>429 Too Many Requests</h1></html>', [FAILED]],
  ['a proxy without an answer', 429, '', [FAILED]],
  ['a proxy that waits in vain', 504, '<html></html>', [FAILED]],
])('says in sentences that posts could not be loaded, answered by %s', async (_, status, body, sentences) => {
  const { screen } = await renderComponent(
    <FeedStatus
      count={0}
      isLoading={false}
      error={new ApiError(status, body)}
      isLast={false}
      empty={null}
      onRetry={() => {}}
    />,
  )
  const paragraphs = [...screen.getByRole('alert').element().querySelectorAll('p')]
  expect(paragraphs.map(({ textContent }) => textContent)).toEqual(sentences)
})

it('fits a phone whose reader has set the text to twice its size while posts load', async () => {
  await page.viewport(320, 700)
  const { style } = document.documentElement
  style.fontSize = '32px'
  onTestFinished(() => void style.removeProperty('font-size'))
  await renderComponent(
    <FeedStatus count={0} isLoading error={null} isLast={false} empty={null} onRetry={() => {}} />,
  )
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
