import { fileUrl, Link, Picture, RichText, Slots, useShop, useT } from '../../../../ui-store/src/kit/index.ts'
import type { HeadInfo, ScreenContext, SlotData } from '../../../../ui-store/src/kit/index.ts'
import type { BlockView } from '../../wire.ts'

interface Shown {
  name: string
  url: string
  image: string | null
}

interface HomeData {
  block: BlockView
  main: SlotData
  /** Pictures of what the shop is proud of, where it has no banner. */
  shown: Shown[]
}

const PICTURES = 3

/** The shop's own words for the home page, and what other plugins show there. */
export const load = async (context: ScreenContext): Promise<HomeData> => {
  const { call, language } = context
  const [block, main, featured] = await Promise.all([
    call.post<BlockView>('/api/block', { identifier: 'home', language }),
    context.loadSlots('home.main'),
    // A shop without a catalogue has a home page all the same.
    call.get<{ data: Shown[] }>('/api/product', { flag: 'featured', limit: '8', language }).catch(() => null),
  ])
  const shown = (featured?.data ?? []).filter(({ image }) => image)
  return {
    block,
    main,
    shown: shown.slice(0, PICTURES).map(({ name, url, image }) => ({ name, url, image })),
  }
}

/** The shop itself, as search engines know it. */
export const head = (data: HomeData, { shell, bootstrap, t }: ScreenContext): HeadInfo => {
  const { name } = shell.settings.basic
  const url = `${bootstrap.origin}/`
  const logo = fileUrl(shell.settings.image.logo)
  return {
    title: name,
    description: data.block.content ?? t('content.home.description', { name }),
    path: '/',
    jsonLd: [
      { '@type': 'Organization', name, url, ...(logo ? { logo: bootstrap.origin + logo } : {}) },
      {
        '@type': 'WebSite',
        name,
        url,
        potentialAction: {
          '@type': 'SearchAction',
          target: `${bootstrap.origin}/search/{search_term_string}`,
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  }
}

/** Stands in for a banner until the shop has one. */
const HeroDrawing = () => (
  <svg className="hero-drawing" viewBox="0 0 640 480" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
    <circle cx="420" cy="190" r="120" />
    <path d="M0 480c90-110 200-170 320-130s210 40 320-50v180z" />
    <path d="M90 480c110-60 230-70 330-40s150 20 220-10v50z" />
  </svg>
)

const HeroPictures = ({ shown }: { shown: Shown[] }) => (
  <ul className="hero-pictures">
    {shown.map((item, i) => (
      <li key={item.url}>
        <Link to={`/product/${item.url}`}>
          <Picture path={item.image} alt={item.name} seed={i} name={item.name} first={i === 0} sizes="(width >= 768px) 22vw, 30vw" />
        </Link>
      </li>
    ))}
  </ul>
)

const Hero = ({ block, shown }: { block: BlockView; shown: Shown[] }) => {
  const t = useT()
  const { settings, categories } = useShop().shell
  const { banner } = settings.image
  const first = categories[0]
  return (
    <section className={`hero${banner ? ' hero-picture' : shown.length === PICTURES ? ' hero-goods' : ''}`}>
      {!banner && shown.length < PICTURES && <HeroDrawing />}
      {banner && <Picture path={banner} alt="" seed={0} name="" first width={1600} height={640} sizes="100vw" />}
      <div className="hero-text">
        <h1>{block.title ?? settings.basic.name}</h1>
        {block.content ? <RichText html={block.content} /> : <p>{t('content.home.welcome')}</p>}
        {first && (
          <Link className="button" to={`/category/${first.url}`}>
            {t('content.home.browse')}
          </Link>
        )}
      </div>
      {!banner && shown.length === PICTURES && <HeroPictures shown={shown} />}
    </section>
  )
}

export default function HomeScreen({ data }: { data: HomeData }) {
  return (
    <>
      <Hero block={data.block} shown={data.shown} />
      <Slots at="home.main" data={data.main} />
    </>
  )
}
