/** Names for what the builder leaves without one. Its parts come and go, so they are looked after while it is open. */
export function mendBuilder(root: HTMLElement, words: { canvas: string; zoom: string }): () => void {
  const frames = new Set<MutationObserver>()
  const seen = new WeakSet<Document>()
  const mend = () => {
    for (const frame of root.querySelectorAll('iframe')) {
      if (!frame.title) {
        frame.title = words.canvas
        // The document it starts with is replaced by the one it loads.
        frame.addEventListener('load', mend)
      }
      const page = frame.contentDocument
      if (page && !seen.has(page)) {
        seen.add(page)
        frames.add(watch(page, () => mendCanvas(page), { attributes: true, attributeFilter: ['role'] }))
      }
    }
    for (const select of root.querySelectorAll('select:not([aria-label])'))
      if (!select.closest('label') && !root.querySelector(`label[for="${select.id || '-'}"]`)) select.setAttribute('aria-label', words.zoom)
    // A label on an element without a role is not read.
    for (const loader of root.querySelectorAll('span[aria-label]:not([role]), div[aria-label]:not([role])'))
      loader.setAttribute('role', 'img')
  }
  const outer = watch(root, mend)
  return () => {
    outer.disconnect()
    for (const frame of frames) frame.disconnect()
  }
}

/** Elements that hold others cannot be buttons; dragging and selecting them works as before. */
function mendCanvas(page: Document): void {
  for (const element of page.querySelectorAll('[data-puck-component][role=button]')) {
    element.setAttribute('role', 'group')
    for (const name of ['aria-pressed', 'aria-grabbed', 'aria-disabled']) element.removeAttribute(name)
  }
}

function watch(node: Node, act: () => void, more: MutationObserverInit = {}): MutationObserver {
  act()
  const observer = new MutationObserver(act)
  observer.observe(node, { childList: true, subtree: true, ...more })
  return observer
}
