import type { ReactNode } from 'react'
import { Link } from './link.tsx'
import { Picture } from './picture.tsx'
import { plainText } from './plain-text.ts'

interface OfferCardProps {
  to: string
  image: string | null
  /** Selects the placeholder drawing. */
  seed: number
  title: string
  /** HTML; only its text is shown. */
  text: string
  /** Key facts, the price first. */
  facts: ReactNode
}

/** Card of an event or service: picture, title and price, all of it one link. */
export const OfferCard = ({ to, image, seed, title, text, facts }: OfferCardProps) => (
  <li className="offer-card">
    <Link to={to}>
      <Picture path={image} alt="" seed={seed} name={title} sizes="(width >= 900px) 400px, 92vw" width={400} height={260} />
      <h2>{title}</h2>
      {text && <p className="muted">{plainText(text)}</p>}
      <p className="offer-facts">{facts}</p>
    </Link>
  </li>
)
