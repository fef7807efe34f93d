import { useAtomValue } from 'jotai'
import { GoTo, Link, useT, type HeadInfo, type ScreenContext } from 'stoa/store'
import { cartShown } from 'stoa/plugins/catalogue/store'
import { cartFailedAtom } from '../shared/cart.ts'
import { LoadFailed } from '../shared/load-failed.tsx'
import { useCart } from '../shared/use-cart.ts'
import { checkoutNeedsLogin } from './sign-in-required.ts'
import { CheckoutForm } from './checkout-form.tsx'

/** Without sales there is no checkout; without guest orders, guests sign in first. */
export const load = async ({ shell, bootstrap, loadSlots }: ScreenContext): Promise<null> => {
  const facts = { config: shell.config, signedIn: bootstrap.signedIn }
  if (!cartShown(facts)) throw new GoTo('/')
  if (checkoutNeedsLogin(facts)) throw new GoTo('/login?next=%2Fcheckout')
  // A payment page may need a form, which is rendered in its place.
  await loadSlots('payment.step')
  return null
}

export const head = (_: null, { t }: ScreenContext): HeadInfo => ({
  title: t('sales.checkout'),
  noindex: true,
})

const Body = () => {
  const t = useT()
  const { cart, reload } = useCart()
  const failed = useAtomValue(cartFailedAtom)
  if (failed) return <LoadFailed again={() => void reload()} />
  if (!cart) {
    return (
      <>
        <output className="loading">{t('shell.loading')}</output>
        <noscript>
          <p className="note">{t('sales.needs_script')}</p>
        </noscript>
      </>
    )
  }
  if (cart.items.length === 0) {
    return (
      <div className="empty-state">
        <p>{t('sales.cart.empty')}</p>
        <Link className="button" to="/">
          {t('sales.cart.go_on')}
        </Link>
      </div>
    )
  }
  return <CheckoutForm cart={cart} />
}

export default function CheckoutScreen() {
  const t = useT()
  return (
    <div className="page checkout-page">
      <h1>{t('sales.checkout')}</h1>
      <Body />
    </div>
  )
}
