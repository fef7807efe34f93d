import type { ReactNode } from 'react'
import { Link } from './link.tsx'
import { Picture } from './picture.tsx'
import { plainText } from './plain-text.ts'

interface OfferCardProps {
  to: string
  image: string | null
  /** Picks the look of the placeholder. */
  seed: number
  title: string
  /** HTML, of which the words are shown. */
  text: string
  /** What decides: the price first. */
  facts: ReactNode
}

/** Something that is offered by itself, such as an event or a service: a picture, what it is, and what it costs, all of it one link. */
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
