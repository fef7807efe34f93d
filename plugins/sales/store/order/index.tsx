import { useState } from 'react'
import { Confirm, Link, Slots, useMoney, useShop, Timestamp, type HeadInfo, type ScreenContext, type SlotData } from 'stoa/store'
import type { OrderView } from '../../api-types.ts'
import { OrderLines } from '../shared/order-lines.tsx'
import { partPaid } from '../shared/part-paid.ts'
import { FactList } from '../shared/term.tsx'
import { type Keys, useActing } from './act.ts'
import { Messages } from './messages.tsx'
import { PayPart } from './pay-part.tsx'
import { Pickup } from './pickup.tsx'

interface OrderData {
  order: OrderView
  keys: Keys
  slots: SlotData
}

const getPath = (number: string) => `/api/order/${encodeURIComponent(number)}`

/** Order page for the guest with the link from the e-mail, the signed-in customer, and the holder of a pay link. */
export const load = async ({ call, params, search, language, loadSlots }: ScreenContext): Promise<OrderData> => {
  const keys: Keys = { ...(search.token ? { token: search.token } : {}), ...(search.pay ? { pay: search.pay } : {}) }
  const [order, ...slots] = await Promise.all([
    call.get<OrderView>(getPath(params.number ?? ''), { language, ...(keys as Record<string, string>) }),
    ...['payment.step', 'order.state', 'order.end'].map((at) => loadSlots(at)),
  ])
  return { keys, order, slots: Object.assign({}, ...slots) as SlotData }
}

export const head = ({ order }: OrderData, { t }: ScreenContext): HeadInfo => ({
  title: t('sales.order.title', { number: order.order_number }),
  noindex: true,
})

const History = ({ order }: { order: OrderView }) => {
  const { t } = useShop()
  return (
    <section className="result-order">
      <h2>{t('sales.order.history')}</h2>
      <ol className="order-history">
        {order.history.toReversed().map((step, i) => (
          <li key={`${step.at} ${step.status}`} aria-current={i === 0 ? 'step' : undefined}>
            <strong>{step.status_label}</strong>
            <span className="muted small">
              <Timestamp at={step.at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

export default function OrderScreen({ data }: { data: OrderData }) {
  const { t, shell, call, language } = useShop()
  const money = useMoney()
  const [order, setOrder] = useState(data.order)
  const [asking, setAsking] = useState(false)
  const acting = useActing(order, data.keys, setOrder)
  const reload = async () =>
    setOrder(await call.get<OrderView>(getPath(order.order_number), { language, ...(data.keys as Record<string, string>) }))
  const getPdfUrl = (type: string) =>
    `${getPath(order.order_number)}/pdf?${new URLSearchParams({ type, language, ...(data.keys as Record<string, string>) })}`
  return (
    <article className="page narrow result">
      <header className="result-head">
        <h1>{t('sales.order.title', { number: order.order_number })}</h1>
        <p className="lead">
          {t('sales.order.placed')} <Timestamp at={order.placed_at} />
        </p>
      </header>
      <FactList
        facts={[
          [t('sales.result.status'), order.status_label],
          [t('sales.total'), money(order.total, order.currency)],
          partPaid(order) && [t('sales.order.paid'), money(order.paid, order.currency)],
          partPaid(order) && [t('sales.order.due'), money(order.due, order.currency)],
          Number(order.refunded) > 0 && [t('sales.order.refunded'), money(order.refunded, order.currency)],
          order.payment.title !== '' && [t('sales.step.payment'), order.payment.title],
        ]}
      />
      <PayPart order={order} keys={data.keys} acting={acting} slots={data.slots} reload={reload} />
      <Pickup order={order} />
      <Slots at="order.state" data={data.slots} about={{ order, acting }} />
      <History order={order} />
      <OrderLines order={order} />
      <Slots at="order.end" data={data.slots} about={{ order, acting }} />
      <Messages order={order} acting={acting} />
      <p className="result-links">
        {(['invoice', 'receipt'] as const)
          .filter((type) => (type === 'invoice' ? order.may.comment : order.may.receipt))
          .map((type) => (
            <a key={type} className="button button-quiet" href={getPdfUrl(type)} target="_blank" rel="noreferrer">
              {t(`sales.order.${type}`)}
            </a>
          ))}
        {order.may.cancel && (
          <button type="button" className="button button-quiet" disabled={acting.busy} onClick={() => setAsking(true)}>
            {t('sales.order.cancel')}
          </button>
        )}
        <Link className="button button-quiet" to="/">
          {t('sales.result.back', { name: shell.settings.basic.name })}
        </Link>
      </p>
      <Confirm
        open={asking}
        question={t('sales.order.cancel_sure')}
        yes={t('sales.order.cancel')}
        no={t('sales.order.keep')}
        onAnswer={(sure) => {
          setAsking(false)
          if (sure) void acting.act('cancel', {}, 'sales.order.canceled')
        }}
      />
    </article>
  )
}
