import { useState } from 'react'
import {
  CallFailed,
  GoTo,
  Link,
  plainText,
  RichText,
  Stepper,
  useMoney,
  useShop,
  wholeNumber,
  type HeadInfo,
  type ScreenContext,
} from 'stoa/store'
import { EmbeddedForm } from 'stoa/plugins/forms/store'
import { useCart } from 'stoa/plugins/sales/store'
import type { Applied, ServicePage } from '../../api-types.ts'

export const load = async ({ call, params, language }: ScreenContext): Promise<ServicePage> => {
  const { url = '' } = params
  return call.get<ServicePage>(`/api/service/${encodeURIComponent(url)}`, { language }).catch((error: unknown) => {
    if (error instanceof CallFailed && error.status === 403) throw new GoTo(`/login?next=${encodeURIComponent(`/service/${url}`)}`)
    if (error instanceof CallFailed && error.status === 404) throw new GoTo('/service')
    throw error
  })
}

export const head = (service: ServicePage): HeadInfo => ({
  title: service.name,
  description: plainText(service.short_description || service.description),
  path: `/service/${service.url}`,
  image: service.image,
})

const MOST = 9_999

/** A service with its application form; without approval it leads to the checkout. */
export default function ServiceScreen({ data: service }: { data: ServicePage }) {
  const { t, prefix } = useShop()
  const { addKind } = useCart()
  const [stock, setStock] = useState(service.stocks[0]?.id)
  const [quantity, setQuantity] = useState('1')
  const [sent, setSent] = useState<Applied['application']>()
  const many = Math.min(MOST, Math.max(1, wholeNumber(quantity) || 1))
  const query = new URLSearchParams({ quantity: String(many), ...(stock === undefined ? {} : { stock_id: String(stock) }) })
  const received = async (answer: unknown) => {
    const { application } = answer as Applied
    if (application.to_pay) {
      await addKind(application.to_pay.kind, application.to_pay.subject_id, application.to_pay.quantity)
      location.assign(`${prefix}/checkout`)
      // The browser navigates away, so the button stays in its busy state.
      await new Promise(() => undefined)
    }
    setSent(application)
  }
  return (
    <article className="page narrow service">
      <h1>{service.name}</h1>
      {service.short_description && <RichText className="lead" html={service.short_description} />}
      {service.description && <RichText html={service.description} />}
      {sent ? (
        <output className="form-sent">
          <strong>{t('service.sent', { number: sent.number })}</strong>
          <p>{t('service.sent_text')}</p>
          <p>
            <Link className="button" to={`/service/application/${sent.number}?token=${encodeURIComponent(sent.token)}`}>
              {t('service.see')}
            </Link>
          </p>
        </output>
      ) : (
        <>
          <Choice service={service} stock={stock} choose={setStock} quantity={quantity} setQuantity={setQuantity} />
          <h2>{t('service.ask')}</h2>
          <p className="muted">{t(service.needs_approval ? 'service.first_yes' : 'service.pay_now')}</p>
          <EmbeddedForm
            form={service.form}
            page={`/service/${service.url}`}
            to={`/api/service/${encodeURIComponent(service.url)}?${query.toString()}`}
            button={t(service.needs_approval ? 'service.send' : 'service.to_checkout')}
            onReceived={received}
          />
        </>
      )}
    </article>
  )
}

interface ChoiceProps {
  service: ServicePage
  stock: number | undefined
  choose: (id: number) => void
  quantity: string
  setQuantity: (value: string) => void
}

/** Choice of variant and quantity, with the total. */
const Choice = ({ service, stock, choose, quantity, setQuantity }: ChoiceProps) => {
  const { t } = useShop()
  const money = useMoney()
  const { stocks } = service
  const chosen = stocks.find(({ id }) => id === stock)
  return (
    <section className="service-choice">
      {stocks.length > 1 && (
        <fieldset className="option">
          <legend>{t('service.kinds')}</legend>
          {stocks.map(({ id, choice, price }) => (
            <label key={id} className="choice">
              <input type="radio" name="service-stock" value={id} checked={id === stock} onChange={() => choose(id)} />
              <span>
                {choice} {price !== null && <span className="muted">{money(price)}</span>}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {chosen && chosen.price !== null && (
        <p className="price price-large">
          {Number(chosen.price) === 0
            ? t('service.free')
            : money(((Math.round(Number(chosen.price) * 100) * (wholeNumber(quantity) || 1)) / 100).toFixed(2))}
        </p>
      )}
      <div className="service-quantity">
        <Stepper
          id="service-quantity"
          value={quantity}
          labels={{ field: t('service.quantity'), less: t('service.less'), more: t('service.more') }}
          onChange={setQuantity}
        />
      </div>
    </section>
  )
}
