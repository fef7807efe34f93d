const cardsIn = (column: Element | undefined) => [...(column?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]

/** The card an arrow key leads to: above or below in the column, or at the same height in the next column with cards. */
export function beside(card: HTMLElement, key: string): HTMLElement | undefined {
  const column = card.closest('[data-column]')
  const own = cardsIn(column ?? undefined)
  const at = own.indexOf(card)
  if (key === 'ArrowDown') return own[at + 1]
  if (key === 'ArrowUp') return own[at - 1]
  if (key === 'Home') return own[0]
  if (key === 'End') return own.at(-1)
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return undefined
  const all = [...(column?.parentElement?.querySelectorAll('[data-column]:not([hidden])') ?? [])]
  const here = all.findIndex((one) => one === column)
  const way = key === 'ArrowRight' ? all.slice(here + 1) : all.slice(0, here).reverse()
  const there = cardsIn(way.find((one) => cardsIn(one).length > 0))
  return there[Math.min(at, there.length - 1)]
}

/** Scrolls a column into view horizontally, without vertical scrolling. */
export function showSideways(column: HTMLElement | null | undefined): void {
  const around = column?.parentElement
  if (!column || !around) return
  const seen = around.getBoundingClientRect()
  const is = column.getBoundingClientRect()
  if (is.left < seen.left) around.scrollLeft += is.left - seen.left
  else if (is.right > seen.right) around.scrollLeft += is.right - seen.right
}
