const cardsIn = (column: Element | undefined) => [...(column?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]

/** The card an arrow key leads to: above or below in its column, or as far down in the next one that has any. */
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

/** Brings a column into full view beside the others, without moving the page up or down. */
export function showSideways(column: HTMLElement | null | undefined): void {
  const around = column?.parentElement
  if (!column || !around) return
  const seen = around.getBoundingClientRect()
  const is = column.getBoundingClientRect()
  if (is.left < seen.left) around.scrollLeft += is.left - seen.left
  else if (is.right > seen.right) around.scrollLeft += is.right - seen.right
}
