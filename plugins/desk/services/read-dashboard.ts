import { basic, comparedPeriod, type Ctx, getDateIn, hasPermission, type PeriodName, readBaseCurrency, resolvePeriod } from 'stoa'
import type { CardChoice, CardContent, CardView, DashboardView } from '../card-types.ts'
import { cardSizes, type DashboardName, type LayoutCard, placeCards } from '../domain/layout.ts'
import { translate } from './card-sql.ts'
import { type Card, type CardPeriod, CARDS } from './cards.ts'
import { readLayout } from './layouts.ts'
import { readRoleLayout } from './role-layouts.ts'

/** Cards read at the same time. Each takes a connection, and other people work meanwhile. */
const AT_ONCE = 4

type LayoutOfCard = Card & LayoutCard

/** The cards of a dashboard that the actor may see, in the order of the default layout. */
export function listVisibleCards({ kernel, actor }: Ctx, dashboard: DashboardName): ReadonlyMap<string, LayoutOfCard> {
  const isVisible = ({ needs, plugin, dashboard: on = 'dashboard' }: Card) =>
    on === dashboard &&
    (needs === undefined || hasPermission(actor, needs)) &&
    (plugin === undefined || kernel.registry.plugins.some(({ id }) => id === plugin))
  return new Map(
    [...kernel.contributions(CARDS)].flatMap(([name, card]) =>
      isVisible(card) ? [[name, { ...card, sizes: card.sizes ?? cardSizes, isExtra: card.isExtra === true }] as const] : [],
    ),
  )
}

const toChoice = (ctx: Ctx, name: string, { title, size, sizes }: LayoutOfCard): CardChoice => ({
  name,
  title: translate(ctx, title),
  size,
  sizes: [...sizes],
})

/** Reads one card. A failure is logged and concerns no other card. */
async function readContent(ctx: Ctx, name: string, card: Card, dates: CardPeriod): Promise<CardContent | null> {
  try {
    return await card.read(ctx, dates)
  } catch (err) {
    ctx.kernel.log.error({ err, card: name }, 'a dashboard card could not be read')
    return null
  }
}

/** Runs a function over items, some at the same time. @returns the results in order */
async function mapSome<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const work = async () => {
    for (let n = next++; n < items.length; n = next++) results[n] = await run(items[n] as T)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}

/** What is asked of a dashboard. */
export interface DashboardRequest {
  dashboard: DashboardName
  period: PeriodName
  /** Only this card, also when it is not on the dashboard. */
  card: string | null
}

/** A dashboard with the content of its cards. */
export async function readDashboard(ctx: Ctx, { dashboard, period: name, card: only }: DashboardRequest): Promise<DashboardView> {
  const visible = listVisibleCards(ctx, dashboard)
  const layout = await readLayout(ctx, dashboard)
  const placed = placeCards(layout.cards ?? (await readRoleLayout(ctx, dashboard)), visible)
  const today = getDateIn(ctx.kernel.settings.of(basic).time_zone)
  const period = resolvePeriod(name, today)
  const dates = { period, compared: comparedPeriod(period, 'previous') }
  const chosen = only === null ? undefined : visible.get(only)
  const requested = only === null ? placed : chosen ? [{ name: only, size: chosen.size }] : []
  const toView = async (placedCard: (typeof placed)[number]): Promise<CardView[]> => {
    const card = visible.get(placedCard.name)
    if (!card) return []
    return [
      {
        ...toChoice(ctx, placedCard.name, card),
        size: placedCard.size,
        empty: translate(ctx, card.empty ?? 'desk:card.nothing'),
        link: card.link?.replace('{period}', name) ?? null,
        screen: card.screen ?? null,
        content: await readContent(ctx, placedCard.name, card, dates),
      },
    ]
  }
  const names = new Set(placed.map((card) => card.name))
  return {
    ...dates,
    currency: readBaseCurrency(ctx.kernel),
    version: layout.version,
    is_arranged: layout.cards !== null,
    data: (await mapSome(requested, toView)).flat(),
    available: [...visible].flatMap(([key, card]) => (names.has(key) ? [] : [toChoice(ctx, key, card)])),
  }
}
