import { Link, Picture, RichText, useShop, useT } from 'stoa/store'
import type { BlockView } from '../../api-types.ts'
import { getCategories } from '../shared/categories.ts'

/** A product whose image is shown when the shop has no banner. */
export interface HeroPicture {
  name: string
  url: string
  image: string | null
}

/** Number of images that replace a banner. */
export const PICTURES = 3

/** Placeholder drawing for a shop without a banner. */
const HeroDrawing = () => (
  <svg className="hero-drawing" viewBox="0 0 640 480" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
    <circle cx="420" cy="190" r="120" />
    <path d="M0 480c90-110 200-170 320-130s210 40 320-50v180z" />
    <path d="M90 480c110-60 230-70 330-40s150 20 220-10v50z" />
  </svg>
)

const HeroPictures = ({ pictures }: { pictures: HeroPicture[] }) => (
  <ul className="hero-pictures">
    {pictures.map((item, i) => (
      <li key={item.url}>
        <Link to={`/product/${item.url}`}>
          <Picture path={item.image} alt={item.name} seed={i} name={item.name} first={i === 0} sizes="(width >= 768px) 22vw, 30vw" />
        </Link>
      </li>
    ))}
  </ul>
)

/** Top of a home page without slides: introduction, with a banner or product images. */
export const Hero = ({ block, pictures }: { block: BlockView; pictures: HeroPicture[] }) => {
  const t = useT()
  const { shell } = useShop()
  const { settings } = shell
  const { banner } = settings.image
  const first = getCategories(shell)[0]
  return (
    <section className={`hero${banner ? ' hero-picture' : pictures.length === PICTURES ? ' hero-goods' : ''}`}>
      {!banner && pictures.length < PICTURES && <HeroDrawing />}
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
      {!banner && pictures.length === PICTURES && <HeroPictures pictures={pictures} />}
    </section>
  )
}
