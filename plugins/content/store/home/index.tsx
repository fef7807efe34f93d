import { fileUrl, Link, Picture, RichText, Slots, useShop, useT } from '../../../../ui-store/src/kit/index.ts'
import type { HeadInfo, ScreenContext, SlotData } from '../../../../ui-store/src/kit/index.ts'
import type { BlockView } from '../../wire.ts'

interface HomeData {
  block: BlockView
  main: SlotData
}

/** The shop's own words for the home page, and what other plugins show there. */
export const load = async (context: ScreenContext): Promise<HomeData> => {
  const [block, main] = await Promise.all([
    context.call.post<BlockView>('/api/block', { identifier: 'home', language: context.language }),
    context.loadSlots('home.main'),
  ])
  return { block, main }
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

const Hero = ({ block }: { block: BlockView }) => {
  const t = useT()
  const { settings, categories } = useShop().shell
  const { banner } = settings.image
  const first = categories[0]
  return (
    <section className={banner ? 'hero hero-picture' : 'hero'}>
      {!banner && <HeroDrawing />}
      {banner && (
        <Picture path={banner} alt="" seed={0} name="" first width={1600} height={640} sizes="100vw" />
      )}
      <div className="hero-text">
        <h1>{block.title ?? settings.basic.name}</h1>
        {block.content ? <RichText html={block.content} /> : <p>{t('content.home.welcome')}</p>}
        {first && (
          <Link className="button" to={`/category/${first.url}`}>
            {t('content.home.browse')}
          </Link>
        )}
      </div>
    </section>
  )
}

export default function HomeScreen({ data }: { data: HomeData }) {
  return (
    <>
      <Hero block={data.block} />
      <Slots at="home.main" data={data.main} />
    </>
  )
}
