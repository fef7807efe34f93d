import { dateFormat, Link, Picture, useShop } from 'stoa/store'
import type { ArticleCard as Card } from '../../api-types.ts'

/** Formats a date in the visitor's language. It has no time, so it is not converted to a time zone. */
export const ArticleDate = ({ date }: { date: string }) => {
  const { language } = useShop()
  const words = dateFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))
  return (
    <time className="article-date" dateTime={date}>
      {words}
    </time>
  )
}

const ArticleCard = ({ card, first, level }: { card: Card; first: boolean; level: 2 | 3 }) => {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <li className="card article-card">
      <div className="card-picture">
        <Picture
          path={card.image}
          alt=""
          seed={card.id}
          name={card.title}
          first={first}
          width={960}
          height={640}
          sizes="(width >= 1024px) 390px, (width >= 640px) 46vw, 92vw"
        />
      </div>
      <ArticleDate date={card.date} />
      <Heading className="card-name">
        <Link to={`/blog/article/${card.url}`}>{card.title}</Link>
      </Heading>
      {card.summary && <p className="article-summary">{card.summary}</p>}
    </li>
  )
}

/** Grid of articles: one column on a phone, two on a tablet, three on a desktop. */
export const ArticleGrid = ({ cards, eager = 0, level = 3 }: { cards: Card[]; eager?: number; level?: 2 | 3 }) => (
  <ul className="article-grid">
    {cards.map((card, i) => (
      <ArticleCard key={card.id} card={card} first={i < eager} level={level} />
    ))}
  </ul>
)
