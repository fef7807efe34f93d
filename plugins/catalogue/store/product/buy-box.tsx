import { useEffect, useId, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { announce, failureTexts, Link, Slots, Stepper, useOptionalHook, useCurrency, useT, wholeNumber } from 'stoa/store'
import type { ProductView, StockView } from '../../api-types.ts'
import type { Buying } from '../frame.ts'
import { PriceLine } from '../shared/price-line.tsx'
import { useGates } from '../shared/use-gates.ts'
import { buyable, cartProblem, getStock } from './choice.ts'
import type { Chosen } from './choice.ts'
import { firstOpen, Options } from './options.tsx'
import { DiscountLine, OwnPrices, getPrice } from './own-price.tsx'

const StockLine = ({ product, stock }: { product: ProductView; stock: StockView | undefined }) => {
  const t = useT()
  const soldOut = stock ? !buyable(stock) : !product.stocks.some((stock) => stock.visibled && buyable(stock))
  const left = stock?.all_available_inventories ?? null
  const few = !soldOut && stock && left !== null && left <= stock.stock_notification
  if (!stock && !soldOut) return <output className="stock-line" />
  return (
    <output className={`stock-line ${soldOut ? 'stock-gone' : few ? 'stock-few' : 'stock-fine'}`}>
      {soldOut ? t('catalogue.sold_out') : few ? t('catalogue.only_left', { count: left ?? 0 }) : t('catalogue.in_stock')}
    </output>
  )
}

/** True while an element is outside of the viewport, to show a sticky bar instead. */
const useOutOfSight = () => {
  const ref = useRef<HTMLButtonElement>(null)
  const [out, setOut] = useState(false)
  useEffect(() => {
    if (!ref.current) return undefined
    const watcher = new IntersectionObserver(([entry]) => setOut(entry ? !entry.isIntersecting : false))
    watcher.observe(ref.current)
    return () => watcher.disconnect()
  }, [])
  return { ref, out }
}

/** Fallback without a sales plugin: nothing can be added. */
const unavailablePurchase: Buying = {
  getCartQuantity: () => 0,
  add: () => Promise.reject(new Error('nobody sells')),
  open: () => undefined,
}

const InPlaceOfCart = () => {
  const t = useT()
  const gates = useGates()
  if (!gates.price)
    return (
      <Link className="button" to="/login">
        {t('catalogue.sign_in_for_price')}
      </Link>
    )
  return <p className="note">{t('catalogue.enquire')}</p>
}

interface BuyBoxProps {
  product: ProductView
  chosen: Chosen
  choose: (key: string, code: string) => void
}

/** Price, options, quantity and the button to add to the cart. */
export const BuyBox = ({ product, chosen, choose }: BuyBoxProps) => {
  const t = useT()
  const gates = useGates()
  const { getCartQuantity, add, open: openCart } = useOptionalHook('buying') ?? unavailablePurchase
  const id = useId()
  const [quantity, setQuantity] = useState('1')
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const { ref, out } = useOutOfSight()
  const stock = getStock(product, chosen)
  const many = wholeNumber(quantity) || 1
  const price = getPrice(product, stock, many, useCurrency())
  const open = firstOpen(product, chosen)

  /** Shows an error beside its field and scrolls there: on phones the button is at the bottom. */
  const refuse = (text: string) => {
    flushSync(() => setProblem(text))
    const field = form.current?.querySelector<HTMLElement>(
      open === undefined ? '.stepper input' : `[data-option="${CSS.escape(open)}"] input`,
    )
    field?.closest('.option, .buy-row')?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    const requestedQuantity = wholeNumber(quantity)
    const found = cartProblem(stock, requestedQuantity, stock ? getCartQuantity(stock.id) : 0)
    if (found || !stock) {
      refuse(
        t(found ?? 'catalogue.update_cart_fail_by_not_selected', {
          count: stock?.all_available_inventories ?? 0,
        }),
      )
      return
    }
    setProblem(null)
    setSending(true)
    try {
      const now = await add(stock.id, requestedQuantity)
      const labels = product.options.map(({ key }) => stock[`display_${key}`]).filter(Boolean)
      announce(t('catalogue.added', { name: [product.name, ...labels].join(', '), count: now.item_count }))
      openCart()
    } catch (error) {
      refuse(failureTexts(error)[0] ?? t('catalogue.cart_tip'))
    } finally {
      setSending(false)
    }
  }

  const problemId = problem && open === undefined ? `${id}-problem` : undefined
  const soldOut = stock ? !buyable(stock) : !product.stocks.some((stock) => stock.visibled && buyable(stock))
  const label = soldOut ? t('catalogue.sold_out') : t('catalogue.add_to_cart')
  return (
    <form ref={form} className="buy-box" id={`${id}-form`} noValidate onSubmit={(event) => void submit(event)}>
      <PriceLine price={price} large />
      <OwnPrices stock={stock} quantity={many} />
      <DiscountLine discount={product.customer_discount} price={price} />
      <Options
        product={product}
        chosen={chosen}
        missing={problem}
        choose={(key, code) => {
          setProblem(null)
          choose(key, code)
        }}
      />
      <StockLine product={product} stock={stock} />
      {product.by_application ? (
        <Slots at="layout.apply" about={{ url: product.url }} />
      ) : gates.cart ? (
        <>
          <div className="buy-row">
            <Stepper
              id={`${id}-quantity`}
              value={quantity}
              describedBy={problemId}
              invalid={problemId !== undefined}
              labels={{
                field: t('catalogue.quantity'),
                less: t('catalogue.less'),
                more: t('catalogue.more_of_it'),
              }}
              onChange={(value) => {
                setProblem(null)
                setQuantity(value)
              }}
            />
            <button ref={ref} type="submit" className="button button-main" disabled={soldOut} aria-busy={sending}>
              {label}
            </button>
          </div>
          <div className="buy-problem">
            {problemId && (
              <p className="field-problem" id={problemId} role="alert">
                {problem}
              </p>
            )}
          </div>
          <noscript>
            <p className="note">{t('catalogue.needs_script')}</p>
          </noscript>
          <div className={out ? 'buy-bar buy-bar-shown' : 'buy-bar'} inert={!out}>
            <div>
              <span className="buy-bar-name">{product.name}</span>
              <PriceLine price={price} />
            </div>
            <button type="submit" className="button button-main" disabled={soldOut} aria-busy={sending}>
              {label}
            </button>
          </div>
        </>
      ) : (
        <InPlaceOfCart />
      )}
    </form>
  )
}
