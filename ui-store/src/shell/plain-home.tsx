import { useShop } from '../kit/shop.tsx'
import { Slots } from '../kit/slots.tsx'
import type { HeadInfo, ScreenContext, ScreenRef, SlotData } from '../kit/types.ts'

const PATH = '/'

/** What the frame calls its own home page, which no plugin brings. */
export const PLAIN_HOME = 'shell/home'

/** The paths of plugins, and a home page where none of them brings one: everything leads back there. */
export const withHome = (routes: readonly ScreenRef[]): ScreenRef[] =>
  routes.some(({ path }) => path === PATH) ? [...routes] : [{ path: PATH, screen: PLAIN_HOME }, ...routes]

export const load = ({ loadSlots }: ScreenContext): Promise<SlotData> => loadSlots('home.main')

export const head = (_: SlotData, { shell }: ScreenContext): HeadInfo => ({ title: shell.settings.basic.name, path: PATH })

/** What the house is called, and what plugins show on its home page. */
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
