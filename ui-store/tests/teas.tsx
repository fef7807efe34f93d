import { CallFailed } from '../src/kit/call.ts'
import { Slots } from '../src/kit/slots.tsx'
import { useMoney, useShop } from '../src/kit/shop.tsx'
import type { ScreenContext, SlotData } from '../src/kit/types.ts'
import { GoTo, NotThere } from '../src/shell/outcome.ts'
import { bootstrap, brings, draw } from './shop.ts'

interface Tea {
  name: string
  search: Record<string, string>
  pieces: SlotData
}

const Tea = ({ data }: { data: Tea }) => {
  const money = useMoney()
  return (
    <article>
      <h1>{data.name}</h1>
      <p className="price">{money('100.00')}</p>
      <Slots at="tea.below" data={data.pieces} />
    </article>
  )
}
const loadTea = async ({ params, search, loadSlots }: ScreenContext): Promise<Tea> => {
  const { url = '' } = params
  if (url.startsWith('gone')) throw new NotThere()
  if (url === 'moved') throw new GoTo('/tea/green?from=moved', 301)
  if (url === 'for-now') throw new GoTo('/tea/green')
  if (url === 'away') throw new GoTo('https://other.test/tea')
  if (url === 'wrong') throw new CallFailed(422, { page: ['No <b>such</b> page.'], sort: ['No such order.'] })
  if (url === 'busy') throw new CallFailed(429, ['Please wait.'])
  if (url === 'down') throw new CallFailed(500, [])
  if (url.startsWith('called')) throw new CallFailed(404, ['Not found.'])
  if (url === 'broken') throw new Error('a fault of ours')
  return { name: `Tea </script> ${url}`, search, pieces: await loadSlots('tea.below') }
}
const head = ({ name, search }: Tea) => ({ title: name, path: '/tea/one', ...(search.hidden ? { noindex: true } : {}) })
const Plain = ({ word }: { word: string }) => <p>{word}</p>
const Frame = () => <p>{`${useShop().language} in the frame`}</p>

/** Screens that use every screen feature, for the tests of a file. */
export const bringTeas = () =>
  brings(
    {
      settings: ['currency'],
      moved: async ({ path }) =>
        /^\/tea\/(gone|called)-2$/.test(path) ? '/tea/found' : path === '/zz' ? 'https://other.test/zz' : undefined,
      look: ({ basic }) => ({ template: basic.name.startsWith('Harbour') ? 'studio' : 'classic', colours: { accent: '#1f5f4a' } }),
    },
    {
      'drawn/tea': { default: Tea, load: loadTea, head },
      'drawn/piece': {
        default: (({ data }: { data: { n: number } | null }) => <p>piece {data?.n ?? 'without data'}</p>) as never,
        load: async () => ({ n: 7 }),
      },
      'drawn/failing': {
        default: (({ data }: { data: unknown }) => <p>failing {data === null ? 'leaves a gap' : 'is there'}</p>) as never,
        load: () => Promise.reject(new Error('nothing of it')),
      },
      'drawn/throws': {
        default: () => {
          throw new Error('cannot be drawn')
        },
        load: async () => ({ kept: 'data' }),
        head: () => ({ title: 'Throws' }),
      },
      'drawn/scripted': {
        default: () => <Plain word="scripted" />,
        load: async () => ({ header_script: '<script>a()</script>' }),
        head: () => ({ title: 'x' }),
      },
      'drawn/all': { default: () => <Plain word="whatever else" />, head: () => ({ title: 'All' }) },
      'drawn/top': { default: Frame },
    },
  )
export const at = bootstrap({
  // The catch-all route is listed first, but matched last.
  routes: [
    { path: '/$url', screen: 'drawn/all' },
    { path: '/tea/$url', screen: 'drawn/tea' },
    { path: '/throws', screen: 'drawn/throws' },
    { path: '/scripted', screen: 'drawn/scripted' },
    { path: '/alone', screen: 'drawn/all', frame: 'none' },
    { path: '/quiet', screen: 'drawn/all', frame: 'quiet' },
    { path: '/not-brought', screen: 'drawn/nobody' },
  ],
  slots: [
    { at: 'tea.below', screen: 'drawn/failing' },
    { at: 'tea.below', screen: 'drawn/piece' },
    { at: 'layout.top', screen: 'drawn/top' },
  ],
})
/** The same routes without a catch-all route. */
export const withoutAll = { ...at, routes: at.routes.filter(({ path }) => path !== '/$url') }
export const page = (url: string, more: Parameters<typeof draw>[1] = {}) => draw(url, { bootstrap: at, ...more })
