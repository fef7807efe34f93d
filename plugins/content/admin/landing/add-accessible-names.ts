/** Adds accessible names that the builder lacks. A mutation observer covers parts that are added later. */
export function mendBuilder(root: HTMLElement, words: { canvas: string; zoom: string }): () => void {
  const frames = new Set<MutationObserver>()
  const seen = new WeakSet<Document>()
  const mend = () => {
    for (const frame of root.querySelectorAll('iframe')) {
      if (!frame.title) {
        frame.title = words.canvas
        // The initial document of the iframe is replaced when it loads.
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
    // Screen readers ignore `aria-label` on an element without a role.
    for (const loader of root.querySelectorAll('span[aria-label]:not([role]), div[aria-label]:not([role])'))
      loader.setAttribute('role', 'img')
  }
  const outer = watch(root, mend)
  return () => {
    outer.disconnect()
    for (const frame of frames) frame.disconnect()
  }
}

/** Removes the button role from elements with interactive content. Dragging and selecting still work. */
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
