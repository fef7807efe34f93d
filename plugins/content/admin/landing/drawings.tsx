import type { ComponentType, ReactNode } from 'react'
import { fileUrl } from '../../../../ui-admin/src/kit/index.ts'

type Props = Record<string, unknown>

const str = (value: unknown) => (typeof value === 'string' ? value : '')
const list = (value: unknown) => (Array.isArray(value) ? (value as Props[]) : [])

/** Rich text comes as HTML from the server, or as a piece of the page while it is edited in place. */
function Rich({ value }: { value: unknown }) {
  // Cleaned by the server when it was stored; while it is typed only its writer sees it.
  // oxlint-disable-next-line react/no-danger
  if (typeof value === 'string') return <div className="lb-rich" dangerouslySetInnerHTML={{ __html: value }} />
  return <div className="lb-rich">{value as ReactNode}</div>
}

const Picture = ({ path, ratio = 'wide' }: { path: unknown; ratio?: string }) =>
  str(path) ? (
    <img className={`lb-picture is-${ratio}`} src={`${fileUrl(str(path))}?w=1280`} alt="" />
  ) : (
    <div className={`lb-picture is-${ratio} is-empty`} />
  )

/** Stands for what the shop fills in: products, articles, forms. */
const Filled = ({ title, name, count = 1 }: { title: unknown; name: string; count?: number }) => (
  <section className="lb-band">
    {str(title) && <h2>{str(title)}</h2>}
    <div className="lb-cards">
      {Array.from({ length: Math.min(count, 4) }, (_, i) => (
        <div key={i} className="lb-card">
          {name}
        </div>
      ))}
    </div>
  </section>
)

const Column = ({ slot }: { slot: unknown }) => {
  const Slot = typeof slot === 'function' ? (slot as ComponentType) : undefined
  return <div className="lb-column">{Slot && <Slot />}</div>
}

/** Days, hours, minutes and seconds as the shop counts them, when this was drawn. */
const timeLeft = (until: string): string => {
  const seconds = Math.max(0, Math.floor((Date.parse(until) - Date.now()) / 1000)) || 0
  const parts = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(' : ')
}

/** How an element looks in the builder, near enough to the shop to judge order, length and weight. */
export function drawElement(type: string, name: string, props: Props): ReactNode {
  switch (type) {
    case 'hero':
      return (
        <section className={`lb-hero is-${str(props['tone'])} is-${str(props['align'])}`}>
          <div>
            {str(props['eyebrow']) && <p className="lb-eyebrow">{str(props['eyebrow'])}</p>}
            <h1>{str(props['title']) || name}</h1>
            {str(props['text']) && <p>{str(props['text'])}</p>}
            {str(props['button']) && <span className="lb-button is-filled">{str(props['button'])}</span>}
          </div>
          {str(props['image']) && <Picture path={props['image']} />}
        </section>
      )
    case 'text':
      return (
        <section className={`lb-band lb-text is-${str(props['width'])}`}>
          {props['content'] ? <Rich value={props['content']} /> : <p className="lb-quiet">{name}</p>}
        </section>
      )
    case 'image':
      return (
        <figure className="lb-band">
          <Picture path={props['image']} ratio={str(props['ratio'])} />
          {str(props['caption']) && <figcaption>{str(props['caption'])}</figcaption>}
        </figure>
      )
    case 'columns':
      return (
        <div className={`lb-columns is-${str(props['count'])}`}>
          <Column slot={props['column_0']} />
          <Column slot={props['column_1']} />
          {props['count'] === '3' && <Column slot={props['column_2']} />}
        </div>
      )
    case 'button':
      return (
        <p className={`lb-band is-${str(props['align'])}`}>
          <span className={`lb-button is-${str(props['look'])}`}>{str(props['label']) || name}</span>
        </p>
      )
    case 'faq':
      return (
        <section className="lb-band">
          {str(props['title']) && <h2>{str(props['title'])}</h2>}
          {list(props['items']).map((item, i) => (
            // oxlint-disable-next-line react/no-array-index-key
            <div key={i} className="lb-question">
              <strong>{str(item['question'])}</strong>
              <Rich value={item['answer']} />
            </div>
          ))}
          {list(props['items']).length === 0 && <p className="lb-quiet">{name}</p>}
        </section>
      )
    case 'quote':
      return (
        <blockquote className="lb-band lb-quote">
          <p>{str(props['text']) || name}</p>
          {str(props['name']) && <footer>{str(props['name'])}</footer>}
        </blockquote>
      )
    case 'logos':
      return (
        <section className="lb-band">
          {str(props['title']) && <h2>{str(props['title'])}</h2>}
          <div className="lb-logos">
            {list(props['items']).map((item, i) => (
              // oxlint-disable-next-line react/no-array-index-key
              <Picture key={i} path={item['image']} ratio="natural" />
            ))}
            {list(props['items']).length === 0 && <p className="lb-quiet">{name}</p>}
          </div>
        </section>
      )
    case 'video':
      return (
        <section className="lb-band">
          <div className="lb-picture is-wide is-empty lb-center">▶ {str(props['title']) || name}</div>
        </section>
      )
    case 'countdown':
      return (
        <section className="lb-band lb-center">
          {str(props['title']) && <h2>{str(props['title'])}</h2>}
          <p className="lb-count">{timeLeft(str(props['until']))}</p>
        </section>
      )
    case 'spacer':
      return <div className={`lb-space is-${str(props['size'])}`} />
    default:
      return <Filled title={props['title']} name={name} count={Number(props['limit'] ?? 1)} />
  }
}
