import { describe, expect, it, vi } from 'vitest'
import { renderComponent } from '#tests/components/render-component.tsx'
import { lazyDialog, lazyWithPreload } from './lazy-with-preload.tsx'

const Part = ({ text }: { text: string }) => <p>{text}</p>
/** Rejects the first `failures` times, as a request without a network does. */
const failingLoad = (failures: number) => {
  let calls = 0
  return vi.fn(async () => {
    calls += 1
    if (calls <= failures) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: Part }
  })
}

describe('A component that is loaded on demand', () => {
  it('shows its fallback if it cannot be loaded, and itself once the network is back', async () => {
    const Lazy = lazyWithPreload(failingLoad(1), ({ text }) => <p>Only {text}</p>)
    const { screen } = await renderComponent(<Lazy text="words" />)
    await expect.element(screen.getByText('Only words')).toBeVisible()
    dispatchEvent(new Event('online'))
    await expect.element(screen.getByText('words', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('Only words')).not.toBeInTheDocument()
  })

  it('is requested once for each change of its props, and does not report what failed in advance', async () => {
    const load = failingLoad(2)
    const Lazy = lazyWithPreload(load, () => <p>Failed</p>)
    Lazy.preload()
    await expect.poll(() => load.mock.results.length).toBe(1)
    const { screen } = await renderComponent(<Lazy text="one" />)
    await expect.element(screen.getByText('Failed')).toBeVisible()
    expect(load).toHaveBeenCalledTimes(2)
    await screen.rerender(<Lazy text="two" />)
    await expect.element(screen.getByText('two')).toBeVisible()
  })

  it('says in a toast that it cannot be loaded if the user has opened it', async () => {
    const Lazy = lazyDialog(failingLoad(1))
    const { screen } = await renderComponent(<Lazy text="words" />)
    await expect
      .element(screen.getByText("We couldn't load this. Check your connection and try again.").first())
      .toBeVisible()
  })
})
