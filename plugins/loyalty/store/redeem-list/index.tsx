import { type HeadInfo, Link, Picture, type ScreenContext, useShop, useT } from 'stoa/store'
import type { RedeemGoods, RedeemableList } from '../../api-types.ts'

export const load = ({ call, language }: ScreenContext): Promise<RedeemableList> => call.get<RedeemableList>('/api/redeem', { language })

export const head = ({ data }: RedeemableList, { t }: ScreenContext): HeadInfo => ({
  title: t('loyalty.redeem.title'),
  description: data.map(({ name }) => name).join(', '),
  path: '/redeem',
})

/** List of redeemable products. */
export default function RedeemList({ data: { data, points } }: { data: RedeemableList }) {
  const t = useT()
  return (
    <div className="page">
      <header className="list-head">
        <h1>{t('loyalty.redeem.title')}</h1>
        <Have points={points} />
      </header>
      {data.length === 0 ? (
        <div className="empty-state">
          <p>{t('loyalty.redeem.none')}</p>
          <Link className="button" to="/">
            {t('shell.to_home')}
          </Link>
        </div>
      ) : (
        <ul className="grid">
          {data.map((goods, i) => (
            <Card key={goods.product_id} goods={goods} first={i < 4} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Have({ points }: Pick<RedeemableList, 'points'>) {
  const t = useT()
  const { bootstrap } = useShop()
  if (points !== null) return <p className="muted">{t('loyalty.redeem.have', { count: points })}</p>
  if (bootstrap.signedIn) return null
  return (
    <p className="muted">
      <Link to="/login?next=%2Fredeem">{t('loyalty.redeem.sign_in')}</Link>
    </p>
  )
}

const isSoldOut = ({ stocks }: RedeemGoods) => stocks.every(({ available }) => available !== null && available <= 0)

function Card({ goods, first }: { goods: RedeemGoods; first: boolean }) {
  const t = useT()
  const least = Math.min(...goods.stocks.map(({ points }) => points))
  const same = goods.stocks.every(({ points }) => points === least)
  return (
    <li className="card">
      <div className="card-picture">
        <Picture path={goods.image} alt="" seed={goods.product_id} name={goods.name} first={first} />
        {isSoldOut(goods) && <span className="badge">{t('loyalty.redeem.gone')}</span>}
      </div>
      <h2 className="card-name">
        <Link to={`/redeem/${goods.url}`}>{goods.name}</Link>
      </h2>
      <p className="price">{t(same ? 'loyalty.balance' : 'loyalty.redeem.from', { count: least })}</p>
    </li>
  )
}
