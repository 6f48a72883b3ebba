import { describe, expect, it, vi } from 'vitest'
import { renderComponent } from '#tests/components/render-component.tsx'
import { FillablePrompt } from './FillablePrompt.tsx'

const prompt = 'Write about ${topic} in ${words:100} words for ${topic}'

const spyOnClipboard = () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  return () => write.mock.calls.map(([text]) => text)
}

describe('A prompt with blanks', () => {
  it('fills a blank wherever it occurs, and copies the filled prompt', async () => {
    const copied = spyOnClipboard()
    const { screen } = await renderComponent(<FillablePrompt id="7" prompt={prompt} />)
    const text = screen.getByRole('group', { name: 'Prompt' })
    await screen.getByRole('textbox', { name: 'topic' }).fill('rain')
    await expect.element(text).toHaveTextContent('Write about rain in 100 words for rain')
    await screen.getByRole('textbox', { name: 'words' }).fill('20')
    await screen.getByRole('button', { name: 'Copy prompt' }).click()
    await expect.element(screen.getByText('Prompt copied').first()).toBeVisible()
    expect(copied()).toEqual(['Write about rain in 20 words for rain'])
  })

  it('shows the fallback of a blank in its field, and clears all fields at once', async () => {
    const { screen } = await renderComponent(<FillablePrompt id="7" prompt={prompt} />)
    const topic = screen.getByRole('textbox', { name: 'topic' })
    await expect.element(screen.getByRole('textbox', { name: 'words' })).toHaveAttribute('placeholder', '100')
    await expect.element(screen.getByRole('button', { name: 'Clear' })).not.toBeInTheDocument()
    await topic.fill('rain')
    await screen.getByRole('button', { name: 'Clear' }).click()
    await expect.element(topic).toHaveValue('')
    await expect
      .element(screen.getByRole('group', { name: 'Prompt' }))
      .toHaveTextContent('Write about ${topic} in 100 words for ${topic}')
  })

  it('has no form if there are no blanks', async () => {
    const { screen } = await renderComponent(<FillablePrompt id="7" prompt="Write a haiku" />)
    await expect.element(screen.getByText('Write a haiku')).toBeVisible()
    await expect.element(screen.getByRole('textbox')).not.toBeInTheDocument()
  })

  it('copies the whole prompt if only its beginning is here', async () => {
    const copied = spyOnClipboard()
    const show = vi.fn()
    const { screen } = await renderComponent(
      <FillablePrompt id="7" prompt="Write" isCut rest={{ load: async () => 'Write a haiku', show }} />,
    )
    await screen.getByRole('button', { name: 'Copy prompt' }).click()
    await expect.poll(copied).toEqual(['Write a haiku'])
    await screen.getByRole('button', { name: 'Show full prompt' }).click()
    expect(show).toHaveBeenCalledOnce()
    await expect.element(screen.getByRole('group', { name: 'Prompt' })).toHaveFocus()
  })

  it('says so if copying fails', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed'))
    const { screen } = await renderComponent(<FillablePrompt id="7" prompt="Write a haiku" />)
    await screen.getByRole('button', { name: 'Copy prompt' }).click()
    await expect.element(screen.getByText('Copy failed').first()).toBeVisible()
  })
})
