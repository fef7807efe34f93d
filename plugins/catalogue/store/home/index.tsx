import { Link, Picture, useShop, useT, type ScreenContext } from 'stoa/store'
import type { ProductCard as Card, ProductList } from '../../api-types.ts'
import { ProductGrid } from '../shared/product-card.tsx'

const FLAGS = ['featured', 'new', 'hot'] as const
const IN_ROW = 4
const TILES = 6

type Rows = Record<(typeof FLAGS)[number], Card[]>

/** Featured products. */
export const load = async ({ call, language }: Omit<ScreenContext, 'loadSlots'>): Promise<Rows> => {
  const ask = async (flag: string) => {
    const answer = await call.get<ProductList>('/api/product', { flag, limit: '8', language })
    return answer.data.slice(0, 2 * IN_ROW)
  }
  const [featured, fresh, hot] = (await Promise.all(FLAGS.map(ask))) as [Card[], Card[], Card[]]
  return { featured, new: fresh, hot }
}

const Tiles = () => {
  const t = useT()
  const { categories } = useShop().shell
  if (categories.length === 0) return null
  return (
    <section className="page">
      <h2>{t('catalogue.home.categories')}</h2>
      <ul className="tiles">
        {categories.slice(0, TILES).map((category, i) => (
          <li key={category.id} className="tile">
            <Picture path={category.image} alt="" seed={i} name={category.title} height={600} />
            <Link to={`/category/${category.url}`}>
              <span>{category.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Category tiles and product rows on the home page. */
export default function HomeSlot({ data }: { data: Rows | null }) {
  const t = useT()
  return (
    <>
      <Tiles />
      {FLAGS.map((flag) => {
        const cards = data?.[flag] ?? []
        return (
          cards.length > 0 && (
            <section className="page" key={flag}>
              <h2>{t(`catalogue.home.${flag}`)}</h2>
              <ProductGrid cards={cards.slice(0, cards.length >= 2 * IN_ROW ? 2 * IN_ROW : IN_ROW)} />
            </section>
          )
        )
      })}
    </>
  )
}
