import { useAtomValue } from 'jotai'
import { CloseIcon, Dialog, Link, Slots, useMoney, useT } from 'stoa/store'
import { cartFailedAtom } from '../shared/cart.ts'
import { LoadFailed } from '../shared/load-failed.tsx'
import { Term } from '../shared/term.tsx'
import { useCart } from '../shared/use-cart.ts'
import { Gifts, Hints, DiscountRows, Taxes } from '../shared/totals.tsx'
import { CartLine } from './line.tsx'

const Lines = ({ close }: { close: () => void }) => {
  const t = useT()
  const money = useMoney()
  const { cart, choose } = useCart()
  if (!cart) return null
  const off = Number(cart.discount) > 0
  const blocked = cart.items.some((item) => item.problem)
  return (
    <>
      <div className="cart-scroll">
        <ul className="cart-lines">
          {cart.items.map((item) => (
            <CartLine key={item.id} item={item} currency={cart.currency} leave={close} />
          ))}
          <Gifts gifts={cart.gifts} />
        </ul>
        <Slots at="layout.cart" about={{ cart, choose }} />
        <Hints hints={cart.hints} />
      </div>
      <div className="drawer-end">
        {cart.notices.map((notice) => (
          <p key={notice} className="note">
            {notice}
          </p>
        ))}
        <dl className="totals">
          <Term label={t('sales.subtotal')} className={off ? undefined : 'total'}>
            {money(cart.subtotal, cart.currency)}
          </Term>
          <DiscountRows adjustments={cart.adjustments} currency={cart.currency} />
          {off && (
            <Term label={t('sales.total')} className="total" live>
              {money(cart.total, cart.currency)}
            </Term>
          )}
          <Taxes taxes={cart.taxes} currency={cart.currency} />
        </dl>
        <p className="muted small">{t('sales.cart.shipping_later')}</p>
        {blocked ? (
          <p className="field-problem">{t('sales.cart.mend_first')}</p>
        ) : (
          <Link to="/checkout" className="button button-main" onClick={close}>
            {t('sales.cart.checkout')}
          </Link>
        )}
      </div>
    </>
  )
}

const Empty = ({ close }: { close: () => void }) => {
  const t = useT()
  const { reload } = useCart()
  const failed = useAtomValue(cartFailedAtom)
  if (failed) return <LoadFailed again={() => void reload()} />
  return (
    <div className="empty-state">
      <p>{t('sales.cart.empty')}</p>
      <button type="button" className="button button-quiet" onClick={close}>
        {t('sales.cart.go_on')}
      </button>
    </div>
  )
}

/** Cart drawer: from the right on wide screens, from below on phones. */
export const Drawer = ({ open, close }: { open: boolean; close: () => void }) => {
  const t = useT()
  const { cart } = useCart()
  const filled = (cart?.items.length ?? 0) > 0
  return (
    <Dialog open={open} onClose={close} className="drawer" label={t('sales.cart.title')}>
      <div className="drawer-inner">
        <div className="drawer-head">
          <h2 tabIndex={-1} data-first-focus>
            {t('sales.cart.title')}
          </h2>
          <button type="button" className="icon-button" aria-label={t('shell.close')} onClick={close}>
            <CloseIcon />
          </button>
        </div>
        {filled ? <Lines close={close} /> : <Empty close={close} />}
      </div>
    </Dialog>
  )
}
