import { type FormEvent, useId, useState } from 'react'
import { announce, failureTexts, Link, Stepper, useOptionalHook, useT, wholeNumber } from 'stoa/store'
import type { RedeemGoods } from '../../api-types.ts'

type Stock = RedeemGoods['stocks'][number]

interface Props {
  goods: RedeemGoods
  /** Points of the signed-in customer. */
  points: number | null
  chosen: number
  choose: (stock: number) => void
}

/** The message key of the reason why this quantity cannot be redeemed. */
function getProblem(stock: Stock, quantity: number, points: number): string | null {
  if (!Number.isInteger(quantity) || quantity < 1) return 'loyalty.redeem.whole'
  if (stock.available !== null && quantity > stock.available) return 'loyalty.redeem.not_enough'
  if (stock.left !== null && quantity > stock.left) return 'loyalty.redeem.limit'
  return quantity * stock.points > points ? 'loyalty.redeem.insufficient' : null
}

/** Choice of variant and quantity, and the button that adds the item to the cart for points. */
export function RedeemBox({ goods, points, chosen, choose }: Props) {
  const t = useT()
  const id = useId()
  const buying = useOptionalHook('buying')
  const [quantity, setQuantity] = useState('1')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const stock = goods.stocks.find((stock) => stock.id === chosen)
  if (!stock) return null
  const count = wholeNumber(quantity)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || points === null || !buying) return
    const found = getProblem(stock, count, points)
    if (found) {
      setProblem(t(found))
      return
    }
    setBusy(true)
    setProblem(null)
    try {
      await buying.add(stock.id, count, { redeem: 'true' })
      announce(t('loyalty.redeem.added', { name: goods.name }))
      buying.open()
    } catch (error) {
      setProblem(failureTexts(error)[0] ?? t('loyalty.redeem.failed'))
    } finally {
      setBusy(false)
    }
  }
  const change = (update: () => void) => {
    setProblem(null)
    update()
  }
  const isSoldOut = stock.available !== null && stock.available <= 0
  return (
    <form className="buy-box redeem-box" noValidate onSubmit={(event) => void submit(event)}>
      <p className="price price-large">{t('loyalty.balance', { count: stock.points })}</p>
      {goods.stocks.length > 1 && (
        <Stocks stocks={goods.stocks} name={`${id}-stock`} chosen={chosen} choose={(selected) => change(() => choose(selected))} />
      )}
      {points !== null && <p className="muted small">{t('loyalty.redeem.have', { count: points })}</p>}
      {stock.left !== null && <p className="muted small">{t('loyalty.redeem.left', { count: stock.left })}</p>}
      {points === null ? (
        <Link className="button button-main" to={`/login?next=${encodeURIComponent(`/redeem/${goods.url}`)}`}>
          {t('loyalty.redeem.sign_in')}
        </Link>
      ) : (
        <div className="buy-row">
          <Stepper
            id={`${id}-quantity`}
            value={quantity}
            invalid={problem !== null}
            describedBy={problem ? `${id}-problem` : undefined}
            labels={{ field: t('loyalty.redeem.quantity'), less: t('loyalty.redeem.less'), more: t('loyalty.redeem.more') }}
            onChange={(value) => change(() => setQuantity(value))}
          />
          <button type="submit" className="button button-main" disabled={isSoldOut} aria-busy={busy}>
            {isSoldOut ? t('loyalty.redeem.gone') : t('loyalty.redeem.for', { count: stock.points * (count > 0 ? count : 1) })}
          </button>
        </div>
      )}
      {problem && (
        <p className="field-problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
      <noscript>
        <p className="note">{t('loyalty.redeem.needs_script')}</p>
      </noscript>
    </form>
  )
}

const getWords = ({ options }: Stock) => options.map(({ value }) => value).join(' · ')

function Stocks({ stocks, name, chosen, choose }: { stocks: Stock[]; name: string; chosen: number; choose: (stock: number) => void }) {
  const t = useT()
  return (
    <fieldset className="option">
      <legend>{stocks[0]?.options.map(({ label }) => label).join(' · ')}</legend>
      <div className="option-values">
        {stocks.map((stock) => {
          const isSoldOut = stock.available !== null && stock.available <= 0
          return (
            <label key={stock.id} className={isSoldOut ? 'option-value option-gone' : 'option-value'}>
              <input type="radio" name={name} value={stock.id} checked={stock.id === chosen} onChange={() => choose(stock.id)} />
              <span>
                {getWords(stock)} · {t('loyalty.balance', { count: stock.points })}
                {isSoldOut && <span className="visually-hidden"> ({t('loyalty.redeem.gone')})</span>}
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
