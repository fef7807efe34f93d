const cardsIn = (column: Element | undefined) => [...(column?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]

/** The card an arrow key leads to: above or below in the column, or at the same height in the next column with cards. */
export function beside(card: HTMLElement, key: string): HTMLElement | undefined {
  const column = card.closest('[data-column]')
  const columnCards = cardsIn(column ?? undefined)
  const at = columnCards.indexOf(card)
  if (key === 'ArrowDown') return columnCards[at + 1]
  if (key === 'ArrowUp') return columnCards[at - 1]
  if (key === 'Home') return columnCards[0]
  if (key === 'End') return columnCards.at(-1)
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return undefined
  const all = [...(column?.parentElement?.querySelectorAll('[data-column]:not([hidden])') ?? [])]
  const here = all.findIndex((candidate) => candidate === column)
  const way = key === 'ArrowRight' ? all.slice(here + 1) : all.slice(0, here).reverse()
  const there = cardsIn(way.find((candidate) => cardsIn(candidate).length > 0))
  return there[Math.min(at, there.length - 1)]
}

/** Scrolls a column into view horizontally, without vertical scrolling. */
export function showSideways(column: HTMLElement | null | undefined): void {
  const around = column?.parentElement
  if (!column || !around) return
  const visibleRect = around.getBoundingClientRect()
  const is = column.getBoundingClientRect()
  if (is.left < visibleRect.left) around.scrollLeft += is.left - visibleRect.left
  else if (is.right > visibleRect.right) around.scrollLeft += is.right - visibleRect.right
}
