import { beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderComponent } from '#tests/components/render-component.tsx'
import { FillablePrompt } from './FillablePrompt.tsx'

const prompt = 'Write about ${topic} in ${words:100} words for ${topic}'

const spyOnClipboard = () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  return () => write.mock.calls.map(([text]) => text)
}

type Props = React.ComponentProps<typeof FillablePrompt>

const setUp = async ({
  prompt: changed,
  ...props
}: Partial<Omit<Props, 'prompt'>> & { prompt?: Partial<Props['prompt']> } = {}) => {
  const { screen } = await renderComponent(
    <FillablePrompt id="7" prompt={{ text: prompt, type: 'Text', models: [], ...changed }} {...props} />,
  )
  return {
    screen,
    text: screen.getByRole('group', { name: 'Prompt' }),
    topic: screen.getByRole('textbox', { name: 'Topic' }),
    copy: screen.getByRole('button', { name: 'Copy prompt' }),
  }
}

beforeEach(() => localStorage.clear())

describe('A prompt with blanks', () => {
  it('shows and copies an escaped blank without its backslash, and code as it is', async () => {
    const copied = spyOnClipboard()
    const code = '```\n${code}\n```'
    const { screen, text, copy } = await setUp({ prompt: { text: `Say \\\${name} as \${topic}\n${code}` } })
    await expect.element(text).toHaveTextContent('Say ${name} as topic ``` ${code} ```')
    await expect.element(screen.getByRole('button', { name: '1 blank to fill' })).toBeVisible()
    await copy.click()
    await expect.element(screen.getByText('Prompt copied').first()).toBeVisible()
    expect(copied()).toEqual([`Say \${name} as \${topic}\n${code}`])
  })

  it('has blanks in code blocks if the author wants that', async () => {
    const { screen } = await setUp({ prompt: { text: '```\n${code}\n```', blanksIn: 'everywhere' } })
    await expect.element(screen.getByRole('button', { name: '1 blank to fill' })).toBeVisible()
  })

  it('fills a blank wherever it occurs, and copies the filled prompt', async () => {
    const copied = spyOnClipboard()
    const { screen, text, topic, copy } = await setUp()
    await screen.getByRole('button', { name: '1 blank to fill' }).click()
    await expect.element(topic).toHaveFocus()
    await topic.fill('rain\nand snow')
    await expect.element(text).toHaveTextContent('Write about rain and snow in 100 words for rain and snow')
    await screen.getByRole('textbox', { name: 'Words' }).fill('20')
    await copy.click()
    await expect.element(screen.getByText('Prompt copied').first()).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(copied()).toEqual(['Write about rain\nand snow in 20 words for rain\nand snow'])
    await expect.element(copy).toBeVisible()
  })

  it('opens the field of the blank that one clicks, or presses Enter on', async () => {
    const { screen, topic } = await setUp()
    await screen.getByRole('button', { name: 'Words, 100 by default' }).click()
    await expect.element(screen.getByRole('textbox', { name: 'Words' })).toHaveFocus()
    const chip = screen.getByRole('button', { name: 'Topic, not filled in' }).first()
    ;(chip.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(topic).toHaveFocus()
    await userEvent.keyboard('rain')
    await expect.element(screen.getByRole('button', { name: 'Topic, rain' }).first()).toBeVisible()
  })

  it('offers suggestions for an optional blank, and copies no unanswered line', async () => {
    const copied = spyOnClipboard()
    const { screen, text, copy } = await setUp({
      prompt: { text: 'A song\n\nTempo: ${tempo:|slow|fast}\nMood: ${mood:|calm|sad}' },
    })
    await expect.element(text).toHaveTextContent('A song Tempo: tempo Mood: mood')
    await copy.click()
    await expect.element(screen.getByText('Prompt copied').first()).toBeVisible()
    await expect.element(screen.getByText(/blanks? left/)).not.toBeInTheDocument()
    await screen.getByRole('button', { name: '2 blanks to fill' }).click()
    const suggestions = screen.getByRole('group', { name: 'Suggestions for Tempo' })
    await suggestions.getByRole('button', { name: 'fast' }).click()
    await expect.element(screen.getByRole('textbox', { name: 'Tempo' })).toHaveValue('fast')
    await expect.element(screen.getByRole('button', { name: '1 blank to fill' })).toBeVisible()
    await screen.getByRole('button', { name: 'Copied' }).click()
    await expect.poll(copied).toEqual(['A song', 'A song\n\nTempo: fast'])
    await suggestions.getByRole('button', { name: 'fast' }).click()
    await expect.element(screen.getByRole('textbox', { name: 'Tempo' })).toHaveValue('')
    await screen.getByRole('textbox', { name: 'Tempo' }).fill('like a heartbeat')
    await expect.element(text).toHaveTextContent('A song Tempo: like a heartbeat Mood: mood')
  })

  it('shows the fallback of a blank in its field, and clears all fields at once', async () => {
    const { screen, text, topic } = await setUp()
    await screen.getByRole('button', { name: '1 blank to fill' }).click()
    await expect.element(screen.getByRole('textbox', { name: 'Words' })).toHaveAttribute('placeholder', '100')
    await expect.element(screen.getByRole('button', { name: 'Clear' })).not.toBeInTheDocument()
    await topic.fill('rain')
    await screen.getByRole('button', { name: 'Clear' }).click()
    await expect.element(topic).toHaveValue('')
    await expect.element(text).toHaveTextContent('Write about topic in 100 words for topic')
  })

  it('offers the choices of a blank', async () => {
    const { screen, text } = await setUp({ prompt: { text: 'Be ${tone:formal|friendly}' } })
    await expect.element(text).toHaveTextContent('Be formal')
    await screen.getByRole('button', { name: 'Tone, formal by default' }).click()
    const field = screen.getByRole('combobox', { name: 'Tone' })
    await expect.element(field).toHaveValue('formal')
    await field.selectOptions('friendly')
    await expect.element(text).toHaveTextContent('Be friendly')
  })

  it('says which blanks are left, but copies', async () => {
    const copied = spyOnClipboard()
    const { screen, copy } = await setUp()
    await copy.click()
    await expect.element(screen.getByText('1 blank left: Topic').first()).toBeVisible()
    expect(copied()).toEqual(['Write about ${topic} in 100 words for ${topic}'])
  })

  it('says so when it opens another service, too', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const { screen } = await setUp()
    await screen.getByRole('button', { name: 'Open in ChatGPT' }).click()
    await expect.element(screen.getByText('1 blank left: Topic').first()).toBeVisible()
    expect(opened).toHaveBeenCalledOnce()
    opened.mockRestore()
  })

  it('remembers what was filled in', async () => {
    const first = await setUp({ rememberAs: '7' })
    await first.screen.getByRole('button', { name: '1 blank to fill' }).click()
    await first.topic.fill('rain')
    await first.screen.unmount()
    const { text } = await setUp({ rememberAs: '7' })
    await expect.element(text).toHaveTextContent('Write about rain in 100 words for rain')
    const other = await setUp({ rememberAs: '8', label: 'Another' })
    await expect
      .element(other.screen.getByRole('group', { name: 'Another' }))
      .toHaveTextContent('Write about topic in 100 words for topic')
  })

  it('leads to the page with the form where there is none', async () => {
    const { screen } = await setUp({ href: '/post/7#prompt' })
    await expect
      .element(screen.getByRole('link', { name: '1 blank to fill' }))
      .toHaveAttribute('href', '/post/7#prompt')
    await expect.element(screen.getByRole('textbox')).not.toBeInTheDocument()
  })

  it('has nothing to fill in if there are no blanks', async () => {
    const { screen } = await setUp({ prompt: { text: 'Write a haiku' } })
    await expect.element(screen.getByText('Write a haiku')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'to fill' })).not.toBeInTheDocument()
  })
})

describe('A prompt', () => {
  it('copies the whole prompt if only its beginning is here', async () => {
    const copied = spyOnClipboard()
    const show = vi.fn()
    const { screen, text, copy } = await setUp({
      prompt: { text: 'Write', length: 2_500 },
      cut: { isLoading: false, rest: { load: async () => 'Write a ${form:haiku}', show } },
    })
    await copy.click()
    await expect.poll(copied).toEqual(['Write a haiku'])
    await screen.getByRole('button', { name: 'Show all (2.5k characters)' }).click()
    expect(show).toHaveBeenCalledOnce()
    await expect.element(text).toHaveFocus()
  })

  it.each([
    ['14 lines of a long prompt in a card', '/post/7', 40, 292],
    ['40 lines of a long prompt on its own page', undefined, 60, 812],
  ])('shows %s, and the rest on request', async (_, href, lines, shown) => {
    const { screen, text } = await setUp({ href, prompt: { text: 'A line\n'.repeat(lines) } })
    const height = () => text.element().clientHeight
    expect(height()).toBe(shown)
    await screen.getByRole('button', { name: `Show all (${lines * 7} characters)` }).click()
    await expect.poll(height).toBeGreaterThan(lines * 20)
    await expect.element(screen.getByRole('button', { name: 'Show all' })).not.toBeInTheDocument()
  })

  it('opens in a service that fits, and in the last one first from then on', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const { screen } = await setUp({ prompt: { text: 'Rain & snow' } })
    await screen.getByRole('button', { name: 'Open in ChatGPT' }).click()
    expect(open).toHaveBeenLastCalledWith(
      'https://chatgpt.com/?q=Rain%20%26%20snow',
      '_blank',
      'noopener,noreferrer',
    )
    await screen.getByRole('button', { name: 'More ways to use the prompt' }).click()
    await screen.getByRole('menuitem', { name: 'Claude' }).click()
    await expect.element(screen.getByRole('button', { name: 'Open in Claude' })).toBeVisible()
  })

  it('opens in a service without its invisible characters', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const invisible = '\u{e0062}\u{e0075}\u{e0079}'
    const { screen } = await setUp({
      prompt: {
        text: `Rain${invisible}`,
        hiddenText: [{ field: 'prompt', kind: 'invisible-characters', count: 3 }],
      },
    })
    await screen.getByRole('button', { name: /^Open in / }).click()
    expect(open.mock.lastCall?.[0]).toMatch(/=Rain$/)
    open.mockRestore()
  })

  it('is copied with its title and link as Markdown', async () => {
    const copied = spyOnClipboard()
    const { screen } = await setUp({
      prompt: {
        text: 'Rain',
        details: { title: 'Weather', type: 'Text', models: [], url: 'https://site/post/7' },
      },
    })
    await screen.getByRole('button', { name: 'More ways to use the prompt' }).click()
    await screen.getByRole('menuitem', { name: 'Copy as Markdown' }).click()
    await expect.poll(copied).toEqual(['# Weather\n\n```text\nRain\n```\n\n<https://site/post/7>'])
  })

  it('says so if copying fails', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed'))
    const { screen, copy } = await setUp({ prompt: { text: 'Write a haiku' } })
    await copy.click()
    await expect.element(screen.getByText('Copy failed').first()).toBeVisible()
  })
})
