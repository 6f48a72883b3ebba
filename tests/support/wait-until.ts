/** Waits until the condition is true. Throws an error after `seconds`. */
export const waitUntil = async (condition: () => boolean | Promise<boolean>, seconds = 30): Promise<void> => {
  const end = Date.now() + seconds * 1000
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Timed out after ${seconds} s`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
