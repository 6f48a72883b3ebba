/**
 * Changes a page as a browser's translator does: each text node is moved into new `font` elements, so it is no longer where
 * React has put it.
 */
export const translatePage = (root: Element): void => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (!text.data.trim()) continue
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    outer.append(inner)
    text.replaceWith(outer)
    // The translator inserts a text node of its own.
    inner.append(document.createTextNode(text.data))
  }
}
