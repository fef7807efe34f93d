import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import { announce, Confirm, failureTexts, Link, notify, Picture, Stepper, useMoney, useT, wholeNumber } from 'stoa/store'
import { DiscountReasons } from '../shared/totals.tsx'
import { addedAtom } from '../shared/cart.ts'
import { useCart } from '../shared/use-cart.ts'
import type { CartItem } from '../../api-types.ts'

/** Quantity input: shows the typed text until the server confirms it. */
const useQuantity = (item: CartItem) => {
  const t = useT()
  const { setQuantity, remove } = useCart()
  const [typed, setTyped] = useState({ text: '', for: -1 })
  const [problem, setProblem] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  // The typed text is discarded when the quantity changes.
  const text = typed.for === item.quantity ? typed.text : String(item.quantity)
  const setText = (value: string) => setTyped({ text: value, for: item.quantity })

  const restore = (problemText: string | null) => {
    setText(String(item.quantity))
    setProblem(problemText)
    if (problemText) notify({ tone: 'warning', title: problemText })
  }
  const commit = (value: string) => {
    if (asking) return
    const requestedQuantity = value.trim() === '' ? 0 : wholeNumber(value)
    const left = item.available_inventories
    if (requestedQuantity === item.quantity) restore(null)
    else if (requestedQuantity === 0) setAsking(true)
    else if (Number.isNaN(requestedQuantity)) restore(t('sales.update_cart_fail_by_less_than_one'))
    else if (left !== null && requestedQuantity > left) restore(t('sales.update_cart_fail_by_quantity', { count: left }))
    else {
      setProblem(null)
      setQuantity(item.id, requestedQuantity).catch((error: unknown) => {
        restore(failureTexts(error)[0] ?? t('sales.cart.not_changed'))
      })
    }
  }
  const answer = (sure: boolean) => {
    setAsking(false)
    if (!sure) {
      restore(null)
      return
    }
    remove(item.id)
      .then((cart) => announce(t('sales.cart.removed', { name: item.product.name, count: cart.item_count })))
      .catch((error: unknown) => restore(failureTexts(error)[0] ?? t('sales.cart.not_changed')))
  }
  return { text, setText, problem, commit, asking, answer, ask: () => setAsking(true) }
}

interface CartLineProps {
  item: CartItem
  currency: string
  leave: () => void
}

/** A cart line with its quantity. A line just added is highlighted for a moment. */
export const CartLine = ({ item, currency, leave }: CartLineProps) => {
  const t = useT()
  const money = useMoney()
  const id = useId()
  const added = useAtomValue(addedAtom) === item.id
  const { text, setText, problem, commit, asking, answer, ask } = useQuantity(item)
  const { product } = item
  const shownProblem = problem ?? item.problem ?? null
  return (
    <li className={added ? 'cart-line cart-line-added' : 'cart-line'}>
      <div className="cart-picture">
        <Picture path={product.image} alt="" seed={item.subject_id} name={product.name} sizes="96px" width={96} height={120} />
      </div>
      <div className="cart-facts">
        <p className="cart-name">
          {item.link === null ? (
            product.name
          ) : (
            <Link to={item.link} onClick={leave}>
              {product.name}
            </Link>
          )}
        </p>
        {item.options.length > 0 && <p className="muted small">{item.options.map((option) => t('shell.pair', option)).join(' · ')}</p>}
        <p className="small">
          {money(item.unit_price, currency)}
          {item.special_price !== null && (
            <>
              {' '}
              <s className="price-was">{money(item.price, currency)}</s>
            </>
          )}
        </p>
        <div className="cart-edit">
          <Stepper
            id={`${id}-quantity`}
            value={text}
            lowest={0}
            onChange={setText}
            onCommit={commit}
            invalid={problem !== null}
            describedBy={shownProblem ? `${id}-problem` : undefined}
            labels={{
              field: t('sales.cart.quantity_of', { name: product.name }),
              less: t('sales.cart.less', { name: product.name }),
              more: t('sales.cart.more', { name: product.name }),
            }}
          />
          <button type="button" className="text-button" onClick={ask} aria-label={t('sales.cart.remove_name', { name: product.name })}>
            {t('sales.cart.remove')}
          </button>
          <strong className="cart-subtotal">{money(item.subtotal, currency)}</strong>
        </div>
        <DiscountReasons discounts={item.discounts} currency={currency} />
        {shownProblem && (
          <p className="field-problem" id={`${id}-problem`}>
            {shownProblem}
          </p>
        )}
      </div>
      <Confirm
        open={asking}
        question={t('sales.cart.delete_question')}
        yes={t('sales.cart.remove')}
        no={t('sales.cart.keep')}
        onAnswer={answer}
      />
    </li>
  )
}
