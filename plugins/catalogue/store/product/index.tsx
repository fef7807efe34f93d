import { useState } from 'react'
import { FieldRows, Link, RichText, Slots, useT, type HeadInfo, type ScreenContext, type SlotData } from 'stoa/store'
import type { ProductView } from '../../api-types.ts'
import { Crumbs, crumbList } from '../shared/crumbs.tsx'
import { ProductGrid } from '../shared/product-card.tsx'
import { BuyBox } from './buy-box.tsx'
import { firstChoice, getStock } from './choice.ts'
import { Gallery } from './gallery.tsx'
import { productLd } from './json-ld.ts'

interface ProductData {
  product: ProductView
  /** Components of other plugins on the page. */
  slots: SlotData
}

export const load = async ({ call, language, params, loadSlots }: ScreenContext): Promise<ProductData> => {
  const [product, details, buy] = await Promise.all([
    call.post<ProductView>('/api/product', { url: params.url, language }),
    loadSlots('product.details'),
    loadSlots('product.buy'),
  ])
  return { product, slots: { ...details, ...buy } }
}

export const head = ({ product }: ProductData, context: ScreenContext): HeadInfo => ({
  title: product.meta_title || product.name,
  description: product.meta_description || product.short_description || product.description,
  path: `/product/${product.url}`,
  image: product.images[0]?.path ?? null,
  type: 'product',
  jsonLd: [productLd(product, context), crumbList(context, product.crumbs, { title: product.name, path: `/product/${product.url}` })],
})

const Product = ({ product, slots }: ProductData) => {
  const t = useT()
  const [chosen, setChosen] = useState(() => firstChoice(product))
  const stock = getStock(product, chosen)
  return (
    <div className="page">
      <Crumbs crumbs={product.crumbs} here={product.name} />
      <div className="product">
        <Gallery product={product} chosen={stock} />
        <div className="product-facts">
          {product.brand && (
            <p className="card-brand">
              <Link to={`/brand/${product.brand.url}`}>{product.brand.title}</Link>
            </p>
          )}
          <div className="product-title">
            <h1>{product.name}</h1>
            <Slots at="layout.product" about={{ id: product.id, name: product.name }} />
          </div>
          {product.short_description && <RichText html={product.short_description} className="lead" />}
          <BuyBox product={product} chosen={chosen} choose={(key, code) => setChosen((now) => ({ ...now, [key]: code }))} />
          <Slots at="product.buy" data={slots} about={product} />
          {product.description && (
            <section className="product-details">
              <h2>{t('catalogue.details')}</h2>
              <RichText html={product.description} />
            </section>
          )}
          {product.facts.length + (product.fields?.length ?? 0) > 0 && (
            <section className="product-details">
              <h2>{t('catalogue.facts')}</h2>
              <dl className="product-facts-list">
                {product.facts.map(({ key, label, text }) => (
                  <div key={key}>
                    <dt>{label}</dt>
                    <dd>{text}</dd>
                  </div>
                ))}
                <FieldRows fields={product.fields} />
              </dl>
            </section>
          )}
          <Slots at="product.details" data={slots} about={product} />
          <p className="muted small">{t('shell.pair', { label: t('catalogue.sku'), value: stock?.sku ?? product.sku })}</p>
        </div>
      </div>
      {product.related.length > 0 && (
        <section className="related">
          <h2>{t('catalogue.related')}</h2>
          <ProductGrid cards={product.related.slice(0, 4)} />
        </section>
      )}
    </div>
  )
}

/** Remounted for another product, so that no selection stays. */
export default function ProductScreen({ data }: { data: ProductData }) {
  return <Product key={data.product.id} {...data} />
}
