/** Overlays are rendered in portals at the end of the body. */
const OVER = '.bp6-portal'

interface Focused {
  element: HTMLElement
  /** The portal of the element. Stored, because a removed element has no ancestors. */
  place: Element | null
}

const lost = () => document.activeElement === null || document.activeElement === document.body

/**
 * Restores the focus to the opener of a dialog, menu or drawer that is removed together with its component. Blueprint restores the focus
 * only when an overlay is closed, not when it is unmounted; keyboard users would start at the top of the page. Does nothing when another
 * element has the focus.
 */
export function watchFocus(): void {
  const openers = new Map<Element, Focused>()
  let last: Focused | undefined
  const openedFrom = (place: Element | null, ground: Element): boolean => {
    const opener = place && openers.get(place)
    return opener ? opener.place === ground || openedFrom(opener.place, ground) : false
  }
  // Some portals exist before they have content. The opener is the element that had the focus before it entered the portal.
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    const place = target.closest(OVER)
    if (place && last && last.place !== place && !openedFrom(last.place, place)) openers.set(place, last)
    last = { element: target, place }
  })
  /** Removes a portal; overlays opened from it are attributed to its opener. */
  const forget = (place: Element): Focused | undefined => {
    const opener = openers.get(place)
    openers.delete(place)
    if (!opener) return undefined
    for (const [other, { place: from }] of openers) if (from === place) openers.set(other, opener)
    if (last?.place === place) last = opener
    return opener
  }
  /** A menu item disappears with its menu, so the focus returns to the button of the menu. */
  const nearest = ({ element, place }: Focused): HTMLElement | undefined => {
    if (element.isConnected) return element
    const opener = place && openers.get(place)
    return opener ? nearest(opener) : undefined
  }
  new MutationObserver((changes) => {
    const over = (nodes: NodeList) => [...nodes].filter((node) => node instanceof Element).filter((node) => node.matches(OVER))
    for (const place of changes.flatMap(({ addedNodes }) => over(addedNodes))) if (last && !openers.has(place)) openers.set(place, last)
    const removedPlaces = changes.flatMap(({ removedNodes }) => over(removedNodes)).flatMap((place) => forget(place) ?? [])
    // Code that moves the focus on purpose does so synchronously, so wait for the next frame.
    if (removedPlaces.length > 0)
      requestAnimationFrame(() => lost() && removedPlaces.map(nearest).findLast(Boolean)?.focus({ preventScroll: true }))
  }).observe(document.body, { childList: true })
}
