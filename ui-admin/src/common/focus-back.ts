/** What lies over the page stands in a place of its own at the end of the body. */
const OVER = '.bp6-portal'

interface Focused {
  element: HTMLElement
  /** The place over the page it stands in. Kept, as what was taken away stands nowhere. */
  place: Element | null
}

const lost = () => document.activeElement === null || document.activeElement === document.body

/**
 * Brings the focus back to what opened a dialog, a menu or a drawer when that goes away together with the part of the screen that drew
 * it: the library looks after it only for what stays and is merely shut. Whoever works by keys would begin at the top of the page
 * again. Where the focus has gone elsewhere meanwhile, it stays.
 */
export function watchFocus(): void {
  const openers = new Map<Element, Focused>()
  let last: Focused | undefined
  const openedFrom = (place: Element | null, ground: Element): boolean => {
    const opener = place && openers.get(place)
    return opener ? opener.place === ground || openedFrom(opener.place, ground) : false
  }
  // Some places are there, and empty, before anything is shown in them: what counts is from where the focus entered.
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    const place = target.closest(OVER)
    if (place && last && last.place !== place && !openedFrom(last.place, place)) openers.set(place, last)
    last = { element: target, place }
  })
  /** Forgets a place; what was opened from it counts as opened by what opened it. */
  const forget = (place: Element): Focused | undefined => {
    const opener = openers.get(place)
    openers.delete(place)
    if (!opener) return undefined
    for (const [other, { place: from }] of openers) if (from === place) openers.set(other, opener)
    if (last?.place === place) last = opener
    return opener
  }
  /** An entry of a menu is gone with it, so it is the button of the menu that is gone back to. */
  const nearest = ({ element, place }: Focused): HTMLElement | undefined => {
    if (element.isConnected) return element
    const opener = place && openers.get(place)
    return opener ? nearest(opener) : undefined
  }
  new MutationObserver((changes) => {
    const over = (nodes: NodeList) => [...nodes].filter((node) => node instanceof Element).filter((node) => node.matches(OVER))
    for (const place of changes.flatMap(({ addedNodes }) => over(addedNodes))) if (last && !openers.has(place)) openers.set(place, last)
    const gone = changes.flatMap(({ removedNodes }) => over(removedNodes)).flatMap((place) => forget(place) ?? [])
    // Whoever leads the focus somewhere does so within this turn.
    if (gone.length > 0) requestAnimationFrame(() => lost() && gone.map(nearest).findLast(Boolean)?.focus({ preventScroll: true }))
  }).observe(document.body, { childList: true })
}
