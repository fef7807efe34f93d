import { fileUrl } from './shop.tsx'

interface PictureProps {
  /** Path below /files/; empty when there is none. */
  path: string | null | undefined
  alt: string
  /** Selects the placeholder drawing, so that neighbours differ and the same item always looks the same. */
  seed: number
  /** Its first character is shown in the placeholder. */
  name: string
  /** True for the largest picture of the page (LCP): high priority, not lazy. */
  first?: boolean
  width?: number
  height?: number
  /** Another picture for narrow screens. */
  phone?: string | null
  /** The `sizes` attribute; by default half of a phone's width or a quarter of a desktop's. */
  sizes?: string
}

/** Widths in which the server offers pictures. */
const WIDTHS = [160, 320, 640, 960, 1280, 1920]
const IN_GRID = '(width >= 1024px) 290px, (width >= 768px) 32vw, 46vw'

const getSrcSet = (path: string | null | undefined, src: string): string | undefined =>
  path?.startsWith('img/') && !path.endsWith('.svg') ? WIDTHS.map((width) => `${src}?w=${width} ${width}w`).join(', ') : undefined

const TONES = 6

const HILLS = { back: 'M-4 100V74c16-12 30-12 44-3s28 9 44-6v35z', front: 'M-4 100V86c20-8 38-4 50 1s26 5 38-3v16z' }

/** Placeholder drawings: hills, a bowl on a table, leaves, shores. */
const DRAWINGS = [
  HILLS,
  { back: 'M-4 90h88v14H-4z', front: 'M18 62h44c0 16-8 26-16 28H34c-8-2-16-12-16-28z' },
  {
    back: 'M18 104C4 84 8 64 22 52c12 16 12 36-4 52zM62 104C76 84 72 64 58 52c-12 16-12 36 4 52z',
    front: 'M40 104C26 82 28 60 40 44c12 16 14 38 0 60z',
  },
  { back: 'M-4 104V60C30 60 54 78 60 104z', front: 'M84 104V74C56 74 36 86 30 104z' },
]

/** A picture in a box of fixed aspect ratio, or a placeholder drawing. */
export const Picture = ({ path, alt, seed, name, first = false, width = 800, height = 1000, sizes = IN_GRID, phone }: PictureProps) => {
  const src = fileUrl(path)
  const drawing = DRAWINGS[Math.abs(seed) % DRAWINGS.length] ?? HILLS
  if (!src) {
    return (
      <span className={`blank blank-${Math.abs(seed) % TONES}`}>
        <svg viewBox="0 0 80 100" aria-hidden="true" preserveAspectRatio="xMidYMax slice">
          <circle className="blank-sun" cx={24 + ((Math.abs(seed) * 17) % 34)} cy="34" r="17" />
          <path className="blank-hill" d={drawing.back} />
          <path className="blank-front" d={drawing.front} />
        </svg>
        <span className="blank-sign" aria-hidden="true">
          {[...name.trim()][0] ?? ''}
        </span>
        {alt && <span className="visually-hidden">{alt}</span>}
      </span>
    )
  }
  const image = (
    <img
      srcSet={getSrcSet(path, src)}
      sizes={sizes}
      src={src}
      alt={alt}
      width={width}
      height={height}
      decoding="async"
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
    />
  )
  const narrow = fileUrl(phone)
  if (!narrow) return image
  return (
    <picture>
      <source media="(width < 768px)" srcSet={getSrcSet(phone, narrow) ?? narrow} sizes="100vw" />
      {image}
    </picture>
  )
}
