import { Type } from '@sinclair/typebox'
import { type Ctx, extensionPoint, type Period, t } from 'stoa'
import type { CardContent } from '../card-types.ts'
import { cardSizes, type CardSize, type DashboardName, dashboardNames } from '../domain/layout.ts'

/** The days a card covers, and the period before them of the same length. */
export interface CardPeriod {
  period: Period
  compared: Period
}

/** A dashboard card. What it returns is drawn by standard views, unless it names a component. */
export interface Card {
  /** Message key, such as `sales:card.sales`. */
  title: string
  /** Where it can be placed; the dashboard by default. */
  dashboard?: DashboardName
  /** Permission to see it; absent for a card of the reader's own records. Without it the card is not read. */
  needs?: string
  /** A plugin without which there is no such card. */
  plugin?: string
  /** Width at first. */
  size: CardSize
  /** Widths to choose from; all by default. */
  sizes?: readonly CardSize[]
  /** Not part of the default layout: people add it. */
  isExtra?: boolean
  /** The page with everything behind it, as a path under /admin. `{period}` stands for the period of the dashboard, such as `last_7_days`. */
  link?: string
  /** Message key: what is said when there is nothing to show. */
  empty?: string
  /** An entry of the plugin's `admin/screens.ts` that draws `data` instead of the standard views. */
  screen?: string
  /** Reads what the card shows, within the rights and the row scope of the reader, in one query where possible. */
  read(ctx: Ctx, dates: CardPeriod): Promise<CardContent>
}

const message = Type.String({ pattern: '^[a-z][a-z0-9_-]*:[a-z0-9_.]+$' })

/** Dashboard cards. */
export const CARDS = extensionPoint<Card>('desk/cards', {
  description: 'dashboard cards',
  schema: Type.Object({
    title: message,
    dashboard: Type.Optional(t.pick(dashboardNames)),
    needs: Type.Optional(Type.String({ minLength: 1 })),
    size: t.pick(cardSizes),
    sizes: Type.Optional(Type.Array(t.pick(cardSizes), { minItems: 1 })),
    empty: Type.Optional(message),
    screen: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9_-]*/[a-z0-9-]+$' })),
  }),
  check: ({ size, sizes }) => (sizes && !sizes.includes(size) ? 'size must be one of sizes' : undefined),
})
