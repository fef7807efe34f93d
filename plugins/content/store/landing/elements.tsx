import { createContext, type ReactNode, useContext } from 'react'
import { Goto, Picture, RichText, Slots } from 'stoa/store'
import { ProductGrid } from 'stoa/plugins/catalogue/store'
import type { ProductCard } from 'stoa/plugins/catalogue'
import type { ArticleCard, Element, LandingDrawn } from '../../api-types.ts'
import { ArticleGrid } from '../shared/article-card.tsx'
import { interactiveSlots } from './requested-elements.ts'
import { Countdown } from './countdown.tsx'

const Page = createContext<LandingDrawn | null>(null)

/** Provides the page data to its elements. */
export const ElementsProvider = Page.Provider

const Inside = createContext<(id: string, slot: string, list: Element[]) => ReactNode>((_id, _slot, list) => <Elements list={list} />)

/** Overrides how the content of a column is rendered. */
export const InsideProvider = Inside.Provider

type Props = Element['props']
const str = (value: unknown) => (typeof value === 'string' ? value : '')
const items = (value: unknown) => (Array.isArray(value) ? (value as Record<string, unknown>[]) : [])

const Band = ({ className = '', title, children }: { className?: string; title?: unknown; children?: ReactNode }) => (
  <section className={`landing-band ${className}`}>
    {str(title) && <h2>{str(title)}</h2>}
    {children}
  </section>
)

const Hero = ({ props }: { props: Props }) => (
  <section className={`landing-hero landing-${str(props.tone)} landing-to-${str(props.align)}${props.image ? ' landing-pictured' : ''}`}>
    <div>
      {str(props.eyebrow) && <p className="landing-eyebrow">{str(props.eyebrow)}</p>}
      <h1>{str(props.title)}</h1>
      {str(props.text) && <p className="landing-lead">{str(props.text)}</p>}
      {str(props.url) && str(props.button) && (
        <Goto to={str(props.url)} className="button">
          {str(props.button)}
        </Goto>
      )}
    </div>
    {str(props.image) && (
      <Picture path={str(props.image)} alt="" seed={1} name="" first width={1200} height={1000} sizes="(width >= 900px) 50vw, 100vw" />
    )}
  </section>
)

const Image = ({ props }: { props: Props }) => {
  const picture = (
    <Picture
      path={str(props.image)}
      alt={str(props.alt)}
      seed={2}
      name=""
      width={1600}
      height={900}
      sizes="(width >= 1280px) 1216px, 94vw"
    />
  )
  return (
    <Band className={`landing-image landing-${str(props.ratio)}`}>
      <figure>
        {str(props.url) ? <Goto to={str(props.url)}>{picture}</Goto> : picture}
        {str(props.caption) && <figcaption>{str(props.caption)}</figcaption>}
      </figure>
    </Band>
  )
}

const Columns = ({ props }: { props: Props }) => {
  const page = useContext(Page)
  const inside = useContext(Inside)
  const names = ['column_0', 'column_1', 'column_2'].slice(0, Number(props.count))
  return (
    <div className={`landing-columns landing-columns-${str(props.count)}`}>
      {names.map((name) => (
        <div key={name}>
          {inside(props.id, name, [...((props[name] ?? []) as Element[]), ...(page?.elements.zones[`${props.id}:${name}`] ?? [])])}
        </div>
      ))}
    </div>
  )
}

/** The items of a list element, from the server. */
const useList = <T,>(props: Props): T[] => (useContext(Page)?.widgets[props.id] ?? []) as T[]

const ProductList = ({ props }: { props: Props }) => {
  const cards = useList<ProductCard>(props)
  return (
    cards.length > 0 && (
      <Band title={props.title}>
        <ProductGrid cards={cards} />
      </Band>
    )
  )
}

const ArticleList = ({ props }: { props: Props }) => {
  const cards = useList<ArticleCard>(props)
  return (
    cards.length > 0 && (
      <Band title={props.title}>
        <ArticleGrid cards={cards} />
      </Band>
    )
  )
}

interface EventCard {
  id: number
  title: string
  url: string
}

const EventList = ({ props }: { props: Props }) => {
  const cards = useList<EventCard>(props)
  if (cards.length === 0) return null
  return (
    <Band title={props.title}>
      <ul className="landing-events">
        {cards.map(({ id, title, url }) => (
          <li key={id}>
            <Goto to={`/event/detail/${url}`}>{title}</Goto>
          </li>
        ))}
      </ul>
    </Band>
  )
}

/** An interactive element, rendered by the plugin that contributes its slot; empty without one. */
const Asking = ({ props, at }: { props: Props; at: string }) => {
  const [item] = useList<{ url: string }>(props)
  if (!item) return null
  return (
    <Band title={props.title} className="landing-asking">
      <Slots at={at} about={{ shown: item, button: str(props.button) }} />
    </Band>
  )
}

const Faq = ({ props }: { props: Props }) => (
  <Band title={props.title} className="landing-faq">
    {items(props.items).map((item) => (
      <details key={str(item.question)}>
        <summary>{str(item.question)}</summary>
        <RichText html={str(item.answer)} />
      </details>
    ))}
  </Band>
)

const Logos = ({ props }: { props: Props }) => (
  <Band title={props.title} className="landing-logos">
    <ul>
      {items(props.items).map((item) => {
        const logo = (
          <Picture path={str(item.image)} alt={str(item.alt)} seed={3} name={str(item.alt)} width={240} height={120} sizes="160px" />
        )
        return <li key={`${str(item.image)} ${str(item.alt)}`}>{str(item.url) ? <Goto to={str(item.url)}>{logo}</Goto> : logo}</li>
      })}
    </ul>
  </Band>
)

const drawn: Record<string, (input: { props: Props }) => ReactNode> = {
  hero: Hero,
  text: ({ props }) => (
    <Band className={`landing-text landing-${str(props.width)}`}>
      <RichText html={str(props.content)} />
    </Band>
  ),
  image: Image,
  columns: Columns,
  button: ({ props }) => (
    <Band className={props.align === 'center' ? 'landing-centre' : ''}>
      {str(props.url) && (
        <Goto to={str(props.url)} className={props.look === 'quiet' ? 'button button-quiet' : 'button'}>
          {str(props.label)}
        </Goto>
      )}
    </Band>
  ),
  product_list: ProductList,
  article_list: ArticleList,
  event_list: EventList,
  form: ({ props }) => <Asking props={props} at={interactiveSlots.form} />,
  funnel: ({ props }) => <Asking props={props} at={interactiveSlots.funnel} />,
  faq: Faq,
  quote: ({ props }) => (
    <Band className="landing-quote">
      <blockquote>
        <p>{str(props.text)}</p>
        {str(props.name) && <footer>{str(props.name)}</footer>}
      </blockquote>
    </Band>
  ),
  // The server renders the player, as in rich texts.
  video: ({ props }) => <Band title={props.title}>{str(props.url) && <RichText html={str(props.url)} />}</Band>,
  countdown: ({ props }) => (
    <Band title={props.title} className="landing-centre">
      <Countdown until={str(props.until)} done={str(props.done)} />
    </Band>
  ),
  logos: Logos,
  spacer: ({ props }) => <div className={`landing-spacer landing-${str(props.size)}`} />,
}

/** Renders one element; nothing for an unknown type. */
export const DrawnElement = ({ element: { type, props } }: { element: Element }) => {
  const Drawn = drawn[type]
  return Drawn ? <Drawn props={props} /> : null
}

/** Renders a list of elements. */
export const Elements = ({ list }: { list: Element[] }) => list.map((element) => <DrawnElement key={element.props.id} element={element} />)
