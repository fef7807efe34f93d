import { useAtomValue } from 'jotai'
import type { MouseEvent } from 'react'
import { BagIcon, Link, useT } from 'stoa/store'
import { useGates } from 'stoa/plugins/catalogue/store'
import { drawerAtom } from '../shared/cart.ts'
import { useCart } from '../shared/use-cart.ts'
import { Drawer } from './drawer.tsx'

/** Cart button with the item count, and the drawer. Without JavaScript it is a link to the checkout. */
export default function CartSlot() {
  const t = useT()
  const gates = useGates()
  const { cart, open, close } = useCart()
  const isDrawerOpen = useAtomValue(drawerAtom)
  if (!gates.cart) return null
  const count = cart?.item_count ?? 0
  const handleClick = (event: MouseEvent) => {
    event.preventDefault()
    open()
  }
  return (
    <>
      <Link
        to="/checkout"
        className="bar-button"
        aria-haspopup="dialog"
        preload={false}
        onClick={handleClick}
        aria-label={t('sales.cart.button', { count })}
      >
        <BagIcon />
        {count > 0 && (
          <span className="bar-count" key={count} aria-hidden="true">
            {count}
          </span>
        )}
      </Link>
      <Drawer open={isDrawerOpen} close={close} />
    </>
  )
}
