import { Link, Slots, useMoney, useShop, useT } from '../../../../ui-store/src/kit/index.ts'
import type { HeadInfo, ScreenContext, SlotData } from '../../../../ui-store/src/kit/index.ts'
import type { OrderView } from '../../wire.ts'
import { OrderLines } from '../shared/order-lines.tsx'

interface Data {
  order: OrderView
  slots: SlotData
}

/** An order as its guest sees it with the link from the mail, or its signed-in customer without. */
export const load = async ({ call, params, search, language, loadSlots }: ScreenContext): Promise<Data> => {
  const [order, slots] = await Promise.all([
    call.get<OrderView>(`/api/order/${encodeURIComponent(params.number ?? '')}`, {
      language,
      ...(search.token ? { token: search.token } : {}),
    }),
    loadSlots('payment.step'),
  ])
  return { order, slots }
}

export const head = ({ order }: Data, { t }: ScreenContext): HeadInfo => ({
  title: t('sales.order.title', { number: order.order_number }),
  noindex: true,
})

/** Where a shop keeps its clock unless it says otherwise. */
const ZONE = 'Asia/Hong_Kong'

const When = ({ at }: { at: string }) => {
  const { language } = useShop()
  // The server and the browser must write the same, whatever their own clocks are set to.
  const text = new Date(at).toLocaleString(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: ZONE,
  })
  return <time dateTime={at}>{text}</time>
}

const History = ({ order }: { order: OrderView }) => {
  const t = useT()
  return (
    <section className="result-order">
      <h2>{t('sales.order.history')}</h2>
      <ol className="order-history">
        {order.history.toReversed().map((step, i) => (
          <li key={`${step.at} ${step.status}`} aria-current={i === 0 ? 'step' : undefined}>
            <strong>{step.status_label}</strong>
            <span className="muted small">
              <When at={step.at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

export default function OrderScreen({ data: { order, slots } }: { data: Data }) {
  const t = useT()
  const money = useMoney()
  const { shell } = useShop()
  const facts: [string, string][] = [
    [t('sales.result.status'), order.status_label],
    [t('sales.total'), money(order.total, order.currency)],
    ...(order.payment.title ? [[t('sales.step.payment'), order.payment.title] as [string, string]] : []),
  ]
  return (
    <article className="page narrow result">
      <header className="result-head">
        <h1>{t('sales.order.title', { number: order.order_number })}</h1>
        <p className="lead">
          {t('sales.order.placed')} <When at={order.placed_at} />
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
      {order.payment.action && (
        <section className="note">
          <h2>{t('sales.result.how_to_pay')}</h2>
          <Slots at="payment.step" data={slots} about={{ action: order.payment.action }} />
        </section>
      )}
      <History order={order} />
      <OrderLines order={order} />
      <p className="result-links">
        <Link className="button button-quiet" to="/">
          {t('sales.result.back', { name: shell.settings.basic.name })}
        </Link>
        <button type="button" className="text-button print" onClick={() => window.print()}>
          {t('sales.result.print')}
        </button>
      </p>
    </article>
  )
}
