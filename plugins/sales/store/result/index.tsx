import {
  CheckIcon,
  GoTo,
  Link,
  Picture,
  RichText,
  useMoney,
  useShop,
  useT,
} from '../../../../ui-store/src/kit/index.ts'
import type { HeadInfo, ScreenContext } from '../../../../ui-store/src/kit/index.ts'
import type { OrderResult, OrderView } from '../../wire.ts'

type Ending = 'success' | 'cancel' | 'fail'

interface ResultData {
  ending: Ending
  order: OrderResult
  full: OrderView | null
}

const endingOf = (path: string): Ending =>
  path.endsWith('/cancel') ? 'cancel' : path.endsWith('/fail') ? 'fail' : 'success'

/** Without an order number there is nothing to show here. */
export const load = async ({ call, path, search, language }: ScreenContext): Promise<ResultData> => {
  const { order: number, token } = search
  if (!number) throw new GoTo('/')
  const [order, full] = await Promise.all([
    call.get<OrderResult>('/api/order/result', { order: number, language }),
    token
      ? call.get<OrderView>(`/api/order/${encodeURIComponent(number)}`, { token, language }).catch(() => null)
      : null,
  ])
  return { ending: endingOf(path), order, full }
}

export const head = ({ ending }: ResultData, { t }: ScreenContext): HeadInfo => ({
  title: t(`sales.result.${ending}.title`),
  noindex: true,
})

const Lines = ({ order }: { order: OrderView }) => {
  const t = useT()
  const money = useMoney()
  const row = (label: string, amount: string) => (
    <div>
      <dt>{label}</dt>
      <dd>{money(amount, order.currency)}</dd>
    </div>
  )
  return (
    <section className="result-order">
      <h2>{t('sales.result.items')}</h2>
      <ul className="summary-lines">
        {order.lines.map((line, i) => (
          <li key={`${line.sku}-${i}`}>
            <div className="cart-picture">
              <Picture
                path={line.image}
                alt=""
                seed={i}
                name={line.name}
                sizes="64px"
                width={64}
                height={80}
              />
            </div>
            <div>
              <p>
                {line.name} <span className="muted">× {line.quantity}</span>
              </p>
              {line.options.length > 0 && (
                <p className="muted small">
                  {line.options.map((option) => t('shell.pair', option)).join(' · ')}
                </p>
              )}
            </div>
            <span>{money(line.total, order.currency)}</span>
          </li>
        ))}
      </ul>
      <dl className="totals">
        {row(t('sales.subtotal'), order.subtotal)}
        {Number(order.discount) !== 0 && row(t('sales.discount'), order.discount)}
        {order.shipping_address && row(order.shipping_title || t('sales.shipping'), order.shipping)}
        <div className="total">
          <dt>{t('sales.total')}</dt>
          <dd>{money(order.total, order.currency)}</dd>
        </div>
      </dl>
      {order.shipping_address && (
        <>
          <h2>{t('sales.step.delivery')}</h2>
          <address>
            {order.shipping_address.first_name} {order.shipping_address.last_name}
            <br />
            {order.shipping_address.address}
            <br />
            {order.shipping_address.contact_number}
          </address>
        </>
      )}
    </section>
  )
}

export default function ResultScreen({ data }: { data: ResultData }) {
  const t = useT()
  const money = useMoney()
  const { shell } = useShop()
  const { ending, order, full } = data
  const facts: [string, string][] = [
    [t('sales.result.number'), order.order_number],
    [t('sales.result.status'), order.status_label],
    [t('sales.total'), money(order.total, order.currency)],
    ...(order.payment.title ? [[t('sales.step.payment'), order.payment.title] as [string, string]] : []),
  ]
  return (
    <article className="page narrow result">
      <header className={`result-head result-${ending}`}>
        {ending === 'success' && (
          <span className="result-mark">
            <CheckIcon />
          </span>
        )}
        <h1>{t(`sales.result.${ending}.title`)}</h1>
        <p className="lead">
          {full && ending === 'success'
            ? t('sales.result.mail_sent', { email: full.email })
            : t(`sales.result.${ending}.text`)}
        </p>
      </header>
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {ending === 'success' && order.payment.instructions && (
        <section className="note">
          <h2>{t('sales.result.how_to_pay')}</h2>
          <RichText html={order.payment.instructions} />
        </section>
      )}
      {full && <Lines order={full} />}
      <p className="result-links">
        {ending !== 'success' && (
          <Link className="button button-main" to="/checkout">
            {t('shell.try_again')}
          </Link>
        )}
        <Link className="button button-quiet" to="/">
          {t('sales.result.back', { name: shell.settings.basic.name })}
        </Link>
        {ending === 'success' && (
          <button type="button" className="text-button print" onClick={() => window.print()}>
            {t('sales.result.print')}
          </button>
        )}
      </p>
    </article>
  )
}
