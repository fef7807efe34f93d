import { fileUrl } from './shop.tsx'

interface PictureProps {
  /** Path below /files/, or nothing. */
  path: string | null | undefined
  alt: string
  /** Picks the look of the placeholder, so that neighbours differ and the same thing always looks the same. */
  seed: number
  /** Word whose first sign stands in the placeholder. */
  name: string
  /** True for the one picture the page is judged by: fetched first, never lazily. */
  first?: boolean
  width?: number
  height?: number
}

const TONES = 6

/** A picture in a box of fixed shape, or a quiet drawing where the shop has none yet. */
export const Picture = ({
  path,
  alt,
  seed,
  name,
  first = false,
  width = 800,
  height = 1000,
}: PictureProps) => {
  const src = fileUrl(path)
  if (!src) {
    return (
      <span className={`blank blank-${Math.abs(seed) % TONES}`}>
        <svg viewBox="0 0 80 100" aria-hidden="true" preserveAspectRatio="xMidYMax slice">
          <circle className="blank-sun" cx={24 + ((Math.abs(seed) * 17) % 34)} cy="34" r="17" />
          <path className="blank-hill" d="M-4 100V74c16-12 30-12 44-3s28 9 44-6v35z" />
          <path className="blank-front" d="M-4 100V86c20-8 38-4 50 1s26 5 38-3v16z" />
        </svg>
        <span className="blank-sign" aria-hidden="true">
          {[...name.trim()][0] ?? ''}
        </span>
        {alt && <span className="visually-hidden">{alt}</span>}
      </span>
    )
  }
  return (
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      decoding="async"
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
    />
  )
}
