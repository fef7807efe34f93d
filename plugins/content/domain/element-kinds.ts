/** Type of a property of an element. */
export type PropKind =
  | { kind: 'line' | 'area' | 'rich' | 'image' | 'target' | 'video' | 'instant' | 'slot' | 'flag' }
  /** Ids of rows of a resource. */
  | { kind: 'ids'; of: string }
  | { kind: 'address'; of: string }
  | { kind: 'int'; min: number; max: number; default: number }
  | { kind: 'pick'; values: readonly string[] }
  | { kind: 'list'; of: Readonly<Record<string, PropKind>> }

const line = { kind: 'line' } as const
const area = { kind: 'area' } as const
const rich = { kind: 'rich' } as const
const image = { kind: 'image' } as const
const target = { kind: 'target' } as const
const slot = { kind: 'slot' } as const
const pick = (...values: string[]) => ({ kind: 'pick', values }) as const
/** The `url` of a row of a resource. The builder offers a selection where that resource is installed. */
const address = (resource: string) => ({ kind: 'address', of: resource }) as const
const int = (min: number, max: number, fallback: number) => ({ kind: 'int', min, max, default: fallback }) as const

/**
 * The elements of landing pages with their properties. The builder offers them, the server accepts only them, and the store renders them.
 * The first value of a `pick` is its default.
 */
export const elementKinds: Readonly<Record<string, Readonly<Record<string, PropKind>>>> = {
  hero: {
    eyebrow: line,
    title: line,
    text: area,
    image,
    button: line,
    url: target,
    align: pick('left', 'center'),
    tone: pick('plain', 'accent', 'dark'),
  },
  text: { content: rich, width: pick('narrow', 'wide') },
  image: { image, alt: line, caption: line, url: target, ratio: pick('natural', 'wide', 'square', 'tall') },
  columns: { count: pick('2', '3'), column_0: slot, column_1: slot, column_2: slot },
  button: { label: line, url: target, look: pick('filled', 'quiet'), align: pick('center', 'left') },
  product_list: {
    title: line,
    source: pick('new', 'featured', 'hot', 'category', 'chosen'),
    category: address('category'),
    products: { kind: 'ids', of: 'product' },
    limit: int(1, 12, 4),
  },
  article_list: { title: line, category: address('blog_category'), limit: int(1, 12, 3) },
  event_list: { title: line, category: line, limit: int(1, 12, 3) },
  form: { title: line, url: address('form'), button: line },
  funnel: { title: line, url: address('funnel'), button: line },
  faq: { title: line, items: { kind: 'list', of: { question: line, answer: rich } } },
  quote: { text: area, name: line },
  video: { url: { kind: 'video' }, title: line },
  countdown: { title: line, until: { kind: 'instant' }, done: line },
  logos: { title: line, items: { kind: 'list', of: { image, alt: line, url: target } } },
  spacer: { size: pick('medium', 'small', 'large') },
}
