import { useState } from 'react'
import { type HeadInfo, Link, NotThere, Picture, RichText, type ScreenContext, useT } from 'stoa/store'
import type { ProductView } from 'stoa/plugins/catalogue'
import type { RedeemGoods, RedeemableList } from '../../api-types.ts'
import { RedeemBox } from './box.tsx'

interface Data {
  goods: RedeemGoods
  points: number | null
  about: Pick<ProductView, 'short_description' | 'description'>
}

/** A product that cannot be redeemed today has no page here. */
export const load = async ({ call, language, params }: ScreenContext): Promise<Data> => {
  const { data, points } = await call.get<RedeemableList>('/api/redeem', { language, url: params.url ?? '' })
  const [goods] = data
  if (!goods) throw new NotThere()
  const { short_description, description } = await call.post<ProductView>('/api/product', { url: goods.url, language })
  return { goods, points, about: { short_description, description } }
}

export const head = ({ goods, about }: Data): HeadInfo => ({
  title: goods.name,
  description: about.short_description || about.description,
  path: `/redeem/${goods.url}`,
  image: goods.image,
})

function Page({ data: { goods, points, about } }: { data: Data }) {
  const t = useT()
  const [chosen, setChosen] = useState(() => (goods.stocks.find(({ available }) => available !== 0) ?? goods.stocks[0])?.id ?? 0)
  const stock = goods.stocks.find(({ id }) => id === chosen)
  return (
    <div className="page">
      <p className="small redeem-back">
        <Link to="/redeem">{t('loyalty.redeem.all')}</Link>
      </p>
      <div className="product">
        <div className="redeem-picture">
          <Picture path={stock?.image ?? goods.image} alt="" seed={goods.product_id} name={goods.name} first />
        </div>
        <div className="product-facts">
          <h1>{goods.name}</h1>
          {about.short_description && <RichText html={about.short_description} className="lead" />}
          <RedeemBox goods={goods} points={points} chosen={chosen} choose={setChosen} />
          {about.description && (
            <section className="product-details">
              <RichText html={about.description} />
            </section>
          )}
        </div>
      </div>
    </div>
  )
}

/** Page of one redeemable product. */
export default function RedeemPage({ data }: { data: Data }) {
  return <Page key={data.goods.product_id} data={data} />
}
