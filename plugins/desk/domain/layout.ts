/** Widths of cards, in steps of a grid: a third, a half, two thirds, the whole row. */
export const cardSizes = ['small', 'medium', 'wide', 'full'] as const
export type CardSize = (typeof cardSizes)[number]

/** Dashboards that people arrange. */
export const dashboardNames = ['dashboard', 'crm'] as const
export type DashboardName = (typeof dashboardNames)[number]

/** A card on a dashboard. */
export interface PlacedCard {
  name: string
  size: CardSize
}

/** What the layout of a dashboard has to know of a card that its reader may see. */
export interface LayoutCard {
  size: CardSize
  sizes: readonly CardSize[]
  /** Not part of the default layout; people add it. */
  isExtra: boolean
}

/** The cards of the reader in order: as arranged by them or for their role, else the default layout. Cards they may not see are left out. */
export function placeCards(arranged: readonly PlacedCard[] | null, visible: ReadonlyMap<string, LayoutCard>): PlacedCard[] {
  const placed = arranged ?? [...visible].filter(([, { isExtra }]) => !isExtra).map(([name, { size }]) => ({ name, size }))
  return placed.flatMap(({ name, size }) => {
    const card = visible.get(name)
    return card ? [{ name, size: card.sizes.includes(size) ? size : card.size }] : []
  })
}

/** Why a card cannot be placed. */
export type PlacementProblem = 'unknown' | 'size' | 'twice'

/** The first card that the reader cannot place so. */
export function findPlacementProblem(
  cards: readonly { name: string; size: string }[],
  visible: ReadonlyMap<string, LayoutCard>,
): { name: string; problem: PlacementProblem } | undefined {
  const names = new Set<string>()
  for (const { name, size } of cards) {
    const card = visible.get(name)
    if (!card) return { name, problem: 'unknown' }
    if (!(card.sizes as readonly string[]).includes(size)) return { name, problem: 'size' }
    if (names.has(name)) return { name, problem: 'twice' }
    names.add(name)
  }
  return undefined
}

/**
 * The layout to store: the cards as the reader arranged them, and those stored before that the reader cannot see now, each after the card it
 * stood behind. They are there again when their plugin is switched on or the right is back.
 */
export function keepHiddenCards(
  arranged: readonly PlacedCard[],
  stored: readonly PlacedCard[],
  visible: ReadonlyMap<string, unknown>,
): PlacedCard[] {
  const result = [...arranged]
  for (const [n, card] of stored.entries()) {
    if (visible.has(card.name)) continue
    const before = stored.slice(0, n).findLast(({ name }) => result.some((placed) => placed.name === name))
    result.splice(before ? result.findIndex(({ name }) => name === before.name) + 1 : 0, 0, card)
  }
  return result
}
