import { parts } from 'virtual:store-plugins'
import { CallFailed, failureTexts } from '../kit/call.ts'
import { loadScreen } from '../kit/registry.ts'
import type { ScreenContext, Shop, SlotData, StoreScreen } from '../kit/types.ts'
import { GoTo, NotThere } from './outcome.ts'
import * as plainHome from './plain-home.tsx'
import type { Outcome, Seed } from './outcome.ts'

/** Loads the components of a slot concurrently, or one of them; a failed one is omitted. */
const slotLoader =
  (context: Omit<ScreenContext, 'loadSlots'>, used: Set<string>) =>
  async (at: string, only?: string): Promise<SlotData> => {
    const here = context.bootstrap.slots.filter((slot) => slot.at === at && (only === undefined || slot.screen === only))
    const pairs = await Promise.all(
      here.map(async ({ screen }) => {
        used.add(screen)
        const slot = await loadScreen(screen)
        const data = await slot?.load?.({ ...context, loadSlots: slotLoader(context, used) }).catch(() => null)
        return [screen, data ?? null] as const
      }),
    )
    return Object.fromEntries(pairs)
  }

const missing = (shop: Shop): Outcome => ({
  kind: 'missing',
  head: { title: shop.t('shell.missing.title'), noindex: true },
})

/** A 4xx status is passed on; anything else becomes 503, which is temporary. */
const failed = (shop: Shop, status: number, texts: string[]): Outcome => ({
  kind: 'failed',
  status: status >= 400 && status < 500 ? status : 503,
  texts,
  head: { title: shop.t('shell.get_data_fail'), noindex: true },
})

/** Outcome of a path without content: a redirect to its new URL, or not found. */
const resolveMissing = async (here: Omit<ScreenContext, 'loadSlots'>): Promise<Outcome> => {
  for (const { moved } of parts) {
    const target = await moved?.(here).catch(() => undefined)
    if (target) throw new GoTo(target, 301)
  }
  return missing(here)
}

/** When the page came with its data, slot components are rendered without running `load` here. */
const fetchSlotCode = (ids: string[]) => Promise.all(ids.map((id) => loadScreen(id)))

/** Loads the code and the data of a screen. `seed` is the data when it came with the page. */
export const loadOutcome = async (id: string, base: Omit<ScreenContext, 'loadSlots'>, seed?: Seed): Promise<Outcome> => {
  if (seed?.kind === 'missing') return missing(base)
  if (seed?.kind === 'failed') return failed(base, seed.status, seed.texts)
  const used = new Set(seed?.slots)
  const context: ScreenContext = { ...base, loadSlots: slotLoader(base, used) }
  try {
    const screen: StoreScreen | undefined = id === plainHome.PLAIN_HOME ? plainHome : await loadScreen(id)
    if (!screen) return await resolveMissing(base)
    if (seed) await fetchSlotCode(seed.slots)
    const data = seed ? seed.data : await screen.load?.(context)
    const head = screen.head?.(data as never, context) ?? { title: '' }
    return { kind: 'screen', id, screen, data, head, slots: [...used] }
  } catch (error) {
    if (error instanceof NotThere) return resolveMissing(base)
    if (error instanceof CallFailed) return error.status === 404 ? resolveMissing(base) : failed(base, error.status, failureTexts(error))
    if (error instanceof TypeError && typeof document !== 'undefined') return failed(base, 503, [])
    throw error
  }
}

/** The part of an outcome that is sent with the page. */
export const getSeed = (outcome: Outcome): Seed => {
  if (outcome.kind === 'screen') return { kind: 'screen', id: outcome.id, data: outcome.data, slots: outcome.slots }
  return outcome.kind === 'missing' ? { kind: 'missing' } : { kind: 'failed', status: outcome.status, texts: outcome.texts }
}
