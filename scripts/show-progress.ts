/**
 * Returns a function that shows progress text on a terminal at most once a second, and another that clears
 * the line.
 */
export const createProgressDisplay = () => {
  let shownAt = 0
  const { stderr } = process
  return {
    show: (text: string) => {
      if (!stderr.isTTY || Date.now() - shownAt < 1_000) return
      shownAt = Date.now()
      stderr.write(`\r\u001b[K${text}`)
    },
    clear: () => {
      if (stderr.isTTY) stderr.write('\r\u001b[K')
    },
  }
}
