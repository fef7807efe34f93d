import { Button, Callout, Card, FormGroup, HTMLSelect, InputGroup, Tag } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import {
  adminPath,
  api,
  failureLines,
  Link,
  amountText,
  figureText,
  PageHeader,
  RelationPicker,
  useAnswer,
  useDebounced,
  useResource,
  useT,
} from 'stoa/admin'
import type { GoodsView, TryView, TryWays } from '../../api-types.ts'
import { FindGoods } from '../rule/find-goods.tsx'
import { useTryTexts } from '../messages.ts'
import '../promotion.css'

type Goods = GoodsView['data'][number]

interface Cart {
  lines: { goods: Goods; quantity: string }[]
  codes: string
  customers: number[]
  shipping_method: string
  payment_method: string
  currency: string
  at: string
}

const empty: Cart = { lines: [], codes: '', customers: [], shipping_method: '', payment_method: '', currency: '', at: '' }

/** Simulates a cart: shows which rules apply to it and why the others do not. Writes nothing. */
export default function TryOut() {
  const say = useTryTexts()
  const promotions = useResource('promotion')
  const { language } = useT()
  const ways = useAnswer<TryWays>('promotion/ways')
  const [cart, setCart] = useState(empty)
  const [rule] = useState(() => Number(new URLSearchParams(window.location.search).get('promotion')) || null)
  const set = (part: Partial<Cart>) => setCart((now) => ({ ...now, ...part }))
  const way = ways?.shipping.find(({ code }) => code === cart.shipping_method)
  const debouncedInput = useDebounced(
    JSON.stringify({
      lines: cart.lines.map(({ goods, quantity }) => ({ stock_id: goods.id, quantity: Number(quantity) || 1 })),
      codes: cart.codes.split(/[\s,]+/).filter(Boolean),
      customer_id: cart.customers[0] ?? null,
      currency: cart.currency || null,
      shipping: way?.price ?? '0.00',
      shipping_method: cart.shipping_method || null,
      payment_method: cart.payment_method || null,
      at: cart.at ? new Date(cart.at).toISOString() : null,
      promotion_id: rule,
    }),
    250,
  )
  const { data, error } = useQuery({
    queryKey: ['list', 'promotion', 'try', debouncedInput, language],
    placeholderData: keepPreviousData,
    // The request is debounced, so it lags behind the cart on the screen.
    enabled: !debouncedInput.startsWith('{"lines":[]'),
    retry: false,
    queryFn: ({ signal }) =>
      api<TryView>('promotion/try', { method: 'POST', body: JSON.parse(debouncedInput) as unknown, query: { language }, signal }),
  })
  return (
    <>
      <PageHeader title={say('title')} crumbs={promotions ? [{ label: promotions.plural, to: adminPath(promotions.path) }] : []} />
      <div className="promo-try">
        <Card compact>
          <h2>{say('cart')}</h2>
          <CartForm cart={cart} set={set} ways={ways} />
        </Card>
        <div aria-live="polite" className="promo-try-outcome">
          {cart.lines.length === 0 && <Callout icon={false}>{say('begin')}</Callout>}
          {error && (
            <Callout intent="warning" icon={false}>
              {failureLines(error).join(' ')}
            </Callout>
          )}
          {cart.lines.length > 0 && !error && data && <Outcome data={data} />}
        </div>
      </div>
    </>
  )
}

function CartForm({ cart, set, ways }: { cart: Cart; set: (part: Partial<Cart>) => void; ways: TryWays | undefined }) {
  const say = useTryTexts()
  const id = useId()
  const change = (at: number, quantity: string) => set({ lines: cart.lines.map((line, n) => (n === at ? { ...line, quantity } : line)) })
  const pick = (name: 'shipping_method' | 'payment_method' | 'currency', options: readonly { value: string; label: string }[]) => (
    <FormGroup label={say(name)} labelFor={`${id}-${name}`}>
      <HTMLSelect id={`${id}-${name}`} fill value={cart[name]} onChange={(event) => set({ [name]: event.target.value })}>
        <option value="">{say(`${name}_none`)}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </HTMLSelect>
    </FormGroup>
  )
  return (
    <>
      {cart.lines.map(({ goods, quantity }, at) => (
        <div key={goods.id} className="promo-try-line">
          <span>
            {goods.name} <span className="quiet small">{goods.price}</span>
          </span>
          <InputGroup
            type="number"
            min={1}
            aria-label={say('quantityOf', { name: goods.name })}
            value={quantity}
            onChange={(event) => change(at, event.target.value)}
          />
          <Button
            variant="minimal"
            icon={<Cross aria-hidden />}
            aria-label={say('takeOut', { name: goods.name })}
            onClick={() => set({ lines: cart.lines.filter((_, n) => n !== at) })}
          />
        </div>
      ))}
      <FormGroup label={say('goods')} labelFor={`${id}-goods`}>
        <FindGoods
          id={`${id}-goods`}
          take={(goods) => {
            if (!cart.lines.some((line) => line.goods.id === goods.id)) set({ lines: [...cart.lines, { goods, quantity: '1' }] })
          }}
        />
      </FormGroup>
      <FormGroup label={say('codes')} labelFor={`${id}-codes`}>
        <InputGroup id={`${id}-codes`} value={cart.codes} onChange={(event) => set({ codes: event.target.value })} />
      </FormGroup>
      <FormGroup label={say('customer')} labelFor={`${id}-customer`}>
        <RelationPicker
          id={`${id}-customer`}
          resource="customer"
          label={say('customer')}
          ids={cart.customers}
          onChange={(ids) => set({ customers: ids.slice(-1) })}
        />
      </FormGroup>
      {pick(
        'shipping_method',
        (ways?.shipping ?? []).map(({ code, title, price }) => ({ value: code, label: `${title} · ${price}` })),
      )}
      {pick(
        'payment_method',
        (ways?.payment ?? []).map(({ code, title }) => ({ value: code, label: title })),
      )}
      {(ways?.currencies.length ?? 0) > 1 &&
        pick(
          'currency',
          (ways?.currencies ?? []).map((code) => ({ value: code, label: code })),
        )}
      <FormGroup label={say('at')} labelFor={`${id}-at`} helperText={say('atHint')}>
        <InputGroup id={`${id}-at`} type="datetime-local" value={cart.at} onChange={(event) => set({ at: event.target.value })} />
      </FormGroup>
    </>
  )
}

function Outcome({ data }: { data: TryView }) {
  const say = useTryTexts()
  const promotions = useResource('promotion')
  const money = (amount: string) => amountText(amount, data.currency)
  return (
    <>
      <Card compact>
        <h2>{say('price')}</h2>
        <ul className="promo-rules">
          {data.lines.map((line) => (
            <li key={line.id}>
              <span>
                {line.name} × {line.quantity}
              </span>
              <span>
                {line.total !== line.subtotal && <s className="quiet small">{line.subtotal}</s>} {money(line.total)}
              </span>
              {line.discounts.length > 0 && (
                <span className="promo-why quiet small">
                  {line.discounts.map(({ label, amount }) => `${label}: ${figureText(`-${amount}`, data.currency)}`).join(' · ')}
                </span>
              )}
            </li>
          ))}
          {data.gifts.map((gift) => (
            <li key={`${gift.name} ${gift.label}`}>
              <span>
                {gift.name} × {gift.quantity}
              </span>
              <span>{say('free')}</span>
              <span className="promo-why quiet small">{gift.label}</span>
            </li>
          ))}
          <li>
            <span>{say('shipping')}</span>
            <span>{money(data.shipping)}</span>
          </li>
          <li>
            <strong>{say('total')}</strong>
            <strong>{money(data.total)}</strong>
          </li>
        </ul>
      </Card>
      <Card compact>
        <h2>{say('rules')}</h2>
        {data.notices.map((notice) => (
          <Callout key={notice} intent="warning" icon={false}>
            {notice}
          </Callout>
        ))}
        {data.rules.length === 0 && <p className="quiet">{say('noRules')}</p>}
        <ul className="promo-rules">
          {data.rules.map((rule) => (
            <li key={`${rule.id} ${rule.code ?? ''}`}>
              <span>
                {promotions ? <Link to={adminPath(`promotion/edit/${rule.id}`)}>{rule.title}</Link> : rule.title}{' '}
                {rule.code && <code>{rule.code}</code>}
              </span>
              {rule.taken ? (
                <Tag intent="success">{figureText(`-${rule.amount}`, data.currency)}</Tag>
              ) : (
                <Tag minimal>{say('nothing')}</Tag>
              )}
              {rule.why && <span className="promo-why quiet small">{rule.why}</span>}
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
