import { useEffect, useState } from 'react'
import {
  CheckIcon,
  GoTo,
  Link,
  RichText,
  Slots,
  useMoney,
  useShop,
  useT,
  type HeadInfo,
  type ScreenContext,
  type SlotData,
} from 'stoa/store'
import type { OrderOutcome, OrderView } from '../../api-types.ts'
import { loadOrderKey } from '../shared/order-key.ts'
import { Pickup } from '../order/pickup.tsx'
import { OrderLines } from '../shared/order-lines.tsx'
import { partPaid } from '../shared/part-paid.ts'
import { FactList } from '../shared/term.tsx'

type Ending = 'success' | 'cancel' | 'fail'

interface ResultData {
  ending: Ending
  order: OrderOutcome
  full: OrderView | null
  /** Token for the guest's order page, if the guest came with one. */
  token: string
  slots: SlotData
}

const getEnding = (path: string): Ending => (path.endsWith('/cancel') ? 'cancel' : path.endsWith('/fail') ? 'fail' : 'success')

const openOrder = (call: ScreenContext['call'], number: string, token: string, language: string): Promise<OrderView | null> =>
  call.get<OrderView>(`/api/order/${encodeURIComponent(number)}`, { language, ...(token ? { token } : {}) }).catch(() => null)

interface OwnOrder extends Pick<ResultData, 'full' | 'token'> {
  /** No token is available: the guest returned in another browser. */
  stranger: boolean
}

/** The full order, also for a guest who returns from a payment page to the same tab. */
const useOwnOrder = ({ order, full: initialOrder, token: initialToken }: ResultData): OwnOrder => {
  const { call, language } = useShop()
  const number = order.order_number
  const [found, setFound] = useState<OwnOrder>()
  useEffect(() => {
    if (initialOrder) return
    const token = loadOrderKey(number)
    const opened = token ? openOrder(call, number, token, language) : Promise.resolve(null)
    void opened.then((full) => setFound({ full, token, stranger: !full }))
  }, [initialOrder, number, call, language])
  return found ?? { full: initialOrder, token: initialToken, stranger: false }
}

/** Without an order number the page has no content. */
export const load = async ({ call, path, search, language, loadSlots, bootstrap }: ScreenContext): Promise<ResultData> => {
  const { order: number, token } = search
  if (!number) throw new GoTo('/')
  const [order, full, slots] = await Promise.all([
    call.get<OrderOutcome>('/api/order/result', { order: number, language, ...(token ? { token } : {}) }),
    token || bootstrap.signedIn ? openOrder(call, number, token ?? '', language) : null,
    loadSlots('payment.step'),
  ])
  return { ending: getEnding(path), order, full, token: full ? (token ?? '') : '', slots }
}

export const head = ({ ending }: ResultData, { t }: ScreenContext): HeadInfo => ({
  title: t(`sales.result.${ending}.title`),
  noindex: true,
})

export default function ResultScreen({ data }: { data: ResultData }) {
  const t = useT()
  const money = useMoney()
  const { shell, bootstrap } = useShop()
  const { ending, order, slots } = data
  const { full, token, stranger } = useOwnOrder(data)
  const view = `/order/view/${encodeURIComponent(order.order_number)}${token ? `?token=${encodeURIComponent(token)}` : ''}`
  const { total, due } = full ?? order
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
          {full && ending === 'success' ? t('sales.result.mail_sent', { email: full.email }) : t(`sales.result.${ending}.text`)}
        </p>
        {ending !== 'success' && order.payment.message && <p className="order-problem">{order.payment.message}</p>}
        {ending !== 'success' && stranger && <p>{t('sales.result.by_mail')}</p>}
      </header>
      <FactList
        facts={[
          [t('sales.result.number'), order.order_number],
          [t('sales.result.status'), order.status_label],
          total !== null && [t('sales.total'), money(total, order.currency)],
          due !== null && partPaid({ total, due }) && [t('sales.order.due'), money(due, order.currency)],
          order.payment.title !== '' && [t('sales.step.payment'), order.payment.title],
        ]}
      />
      {ending === 'success' && (full?.payment.action ?? order.payment.instructions) && (
        <section className="note">
          <h2>{t('sales.result.how_to_pay')}</h2>
          {full?.payment.action ? (
            <Slots at="payment.step" data={slots} about={{ action: full.payment.action }} />
          ) : (
            <RichText html={order.payment.instructions} />
          )}
        </section>
      )}
      {full && <Pickup order={full} />}
      {full && <OrderLines order={full} />}
      <p className="result-links">
        {ending !== 'success' && (
          <>
            {full && (
              <Link className="button button-main" to={view}>
                {t(full.may.pay ? 'shell.try_again' : 'sales.result.follow')}
              </Link>
            )}
            <Link className="button button-quiet" to="/contact-us">
              {t('sales.result.contact')}
            </Link>
          </>
        )}
        {ending === 'success' && full && (
          <Link className="button button-main" to={view}>
            {t('sales.result.follow')}
          </Link>
        )}
        {ending === 'success' && full && !bootstrap.signedIn && (
          <Link className="button button-quiet" to="/register">
            {t('sales.result.account')}
          </Link>
        )}
        <Link className="button button-quiet" to="/">
          {t('sales.result.back', { name: shell.settings.basic.name })}
        </Link>
        {ending === 'success' && (
          <button type="button" className="button button-quiet print" onClick={() => window.print()}>
            {t('sales.result.print')}
          </button>
        )}
      </p>
    </article>
  )
}
