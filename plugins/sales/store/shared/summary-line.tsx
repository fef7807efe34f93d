import type { ReactNode } from 'react'
import { Picture } from 'stoa/store'

interface Props {
  image: string | null
  /** Chooses the colour of an item without a picture. */
  seed: number
  name: string
  quantity: number
  options: readonly string[]
  amount: ReactNode
  className?: string
  /** Further text below the options. */
  children?: ReactNode
}

/** A sold item with its picture, quantity and amount. */
export const SummaryLine = ({ image, seed, name, quantity, options, amount, className, children }: Props) => (
  <li className={className}>
    <div className="cart-picture">
      <Picture path={image} alt="" seed={seed} name={name} sizes="64px" width={64} height={80} />
    </div>
    <div>
      <p>
        {name} <span className="muted">× {quantity}</span>
      </p>
      {options.length > 0 && <p className="muted small">{options.join(' · ')}</p>}
      {children}
    </div>
    <span>{amount}</span>
  </li>
)
