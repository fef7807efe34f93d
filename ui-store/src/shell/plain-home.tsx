import { useShop } from '../kit/shop.tsx'
import { Slots } from '../kit/slots.tsx'
import type { HeadInfo, ScreenContext, ScreenRef, SlotData } from '../kit/types.ts'

const PATH = '/'

/** Screen id of the built-in home page. */
export const PLAIN_HOME = 'shell/home'

/** The plugins' screens, with a home page when none of them has one, because other pages link to it. */
export const withHome = (routes: readonly ScreenRef[]): ScreenRef[] =>
  routes.some(({ path }) => path === PATH) ? [...routes] : [{ path: PATH, screen: PLAIN_HOME }, ...routes]

export const load = ({ loadSlots }: ScreenContext): Promise<SlotData> => loadSlots('home.main')

export const head = (_: SlotData, { shell }: ScreenContext): HeadInfo => ({ title: shell.settings.basic.name, path: PATH })

/** The shop's name and the slots of the home page. */
export default function PlainHome({ data }: { data: SlotData }) {
  const { name } = useShop().shell.settings.basic
  return (
    <>
      <section className="page">
        <h1>{name}</h1>
      </section>
      <Slots at="home.main" data={data} />
    </>
  )
}
