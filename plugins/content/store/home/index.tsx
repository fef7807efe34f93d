import { fileUrl, Markup, RichText, Slots, useShop, useT, type HeadInfo, type ScreenContext, type SlotData } from 'stoa/store'
import type { ArticleCard, BlockView, SlideView } from '../../api-types.ts'
import { ArticleGrid } from '../shared/article-card.tsx'
import { Hero, PICTURES, type HeroPicture } from './hero.tsx'
import { Slider } from './slider.tsx'

interface HomeData {
  block: BlockView
  slides: SlideView[]
  articles: ArticleCard[]
  main: SlotData
  /** Product images, for a shop with neither slides nor banner. */
  pictures: HeroPicture[]
}

/** Loads slides, welcome block, contributions of other plugins and the newest articles. */
export const load = async (context: ScreenContext): Promise<HomeData> => {
  const { call, language } = context
  const [block, slides, main, articles] = await Promise.all([
    call.post<BlockView>('/api/block', { identifier: 'home', language }),
    call.get<SlideView[]>('/api/slider', { position: 'home', language }),
    context.loadSlots('home.main'),
    call.post<ArticleCard[]>('/api/widget', { type: 'articles_latest', data: { limit: 3 }, language }),
  ])
  const featured = slides.length > 0 ? [] : await call.post<HeroPicture[]>('/api/widget', { type: 'products_featured', language })
  const pictures = featured.filter(({ image }) => image).slice(0, PICTURES)
  return { block, slides, main, articles, pictures: pictures.map(({ name, url, image }) => ({ name, url, image })) }
}

/** Structured data of the shop for search engines. */
export const head = (data: HomeData, { shell, bootstrap, t }: ScreenContext): HeadInfo => {
  const { name } = shell.settings.basic
  const { public_email: email, public_phone: telephone, address } = shell.settings.contact
  const url = `${bootstrap.origin}/`
  const logo = fileUrl(shell.settings.image.logo)
  return {
    title: name,
    description: data.block.content ?? t('content.home.description', { name }),
    path: '/',
    image: data.slides[0]?.image ?? null,
    jsonLd: [
      {
        '@type': 'Organization',
        name,
        url,
        ...(logo ? { logo: bootstrap.origin + logo } : {}),
        ...(email ? { email } : {}),
        ...(telephone ? { telephone } : {}),
        ...(address ? { address } : {}),
      },
      {
        '@type': 'WebSite',
        name,
        url,
        ...(bootstrap.routes.some(({ path }) => path === '/search/$keyword') && {
          potentialAction: {
            '@type': 'SearchAction',
            target: `${bootstrap.origin}/search/{search_term_string}`,
            'query-input': 'required name=search_term_string',
          },
        }),
      },
    ],
  }
}

/** The welcome block below the slides. */
const Welcome = ({ block }: { block: BlockView }) => {
  const { name } = useShop().shell.settings.basic
  return (
    <section className="page welcome block-home">
      <Markup css={block.css} />
      <h1>{block.title ?? name}</h1>
      {block.content && <RichText html={block.content} />}
    </section>
  )
}

const Journal = ({ articles }: { articles: ArticleCard[] }) => {
  const t = useT()
  return (
    <section className="page">
      <h2>{t('content.home.articles')}</h2>
      <ArticleGrid cards={articles} />
    </section>
  )
}

export default function HomeScreen({ data }: { data: HomeData }) {
  return (
    <>
      {data.slides.length > 0 ? (
        <>
          <Slider slides={data.slides} />
          <Welcome block={data.block} />
        </>
      ) : (
        <Hero block={data.block} pictures={data.pictures} />
      )}
      <Slots at="home.main" data={data.main} />
      {data.articles.length > 0 && <Journal articles={data.articles} />}
    </>
  )
}
