import { FieldList, Keep, Link, Picture, Slots, useCurrency, useT } from 'stoa/store'
import type { ProductCard as Card } from '../../api-types.ts'
import { priceIn, type PriceInCurrency } from './price-in.ts'
import { PriceLine } from './price-line.tsx'

const Badge = ({ card, price }: { card: Card; price: PriceInCurrency | null }) => {
  const t = useT()
  if (!card.in_stock) return <span className="badge">{t('catalogue.sold_out')}</span>
  if (price?.was) return <span className="badge badge-sale">{t('catalogue.sale')}</span>
  if (card.is_new) return <span className="badge">{t('catalogue.new')}</span>
  return card.is_hot ? <span className="badge">{t('catalogue.hot')}</span> : null
}

interface CardProps {
  card: Card
  first?: boolean
  level?: 2 | 3
}

const Inside = ({ card, first = false, level = 3 }: CardProps) => {
  const Heading = level === 2 ? 'h2' : 'h3'
  const chosen = useCurrency()
  const price = card.price && priceIn(card.price, chosen)
  return (
    <>
      <div className="card-picture">
        <Picture path={card.image} alt="" seed={card.id} name={card.name} first={first} />
        <Badge card={card} price={price} />
        <Slots at="layout.product" about={{ id: card.id, name: card.name }} />
      </div>
      {card.brand && <p className="card-brand">{card.brand}</p>}
      <Heading className="card-name">
        <Link to={`/product/${card.url}`}>{card.name}</Link>
      </Heading>
      <PriceLine price={price} />
      <FieldList fields={card.fields} className="field-list card-fields" />
      <Slots at="card.foot" about={card} />
    </>
  )
}

/** A product in a list. The whole card is clickable, with a single accessible link. */
export const ProductCard = (props: CardProps) => (
  <Keep as="li" name="catalogue/card" dependsOn={props} className="card">
    <Inside {...props} />
  </Keep>
)

/** A grid of cards: two columns on phones, three on tablets, four on desktop. */
export const ProductGrid = ({ cards, eager = 0, level = 3 }: { cards: Card[]; eager?: number; level?: 2 | 3 }) => (
  <ul className="grid">
    {cards.map((card, i) => (
      <ProductCard key={card.id} card={card} first={i < eager} level={level} />
    ))}
  </ul>
)
