import { useEffect, useRef, useState } from 'react'
import { Picture, useT } from 'stoa/store'
import type { ProductView, StockView } from '../../api-types.ts'

/** Scrolls to an image; the scroll event then updates the current index. */
const slideTo = (strip: HTMLElement | null, index: number) => {
  const target = strip?.children[index] as HTMLElement | undefined
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  strip?.scrollTo({ left: target?.offsetLeft ?? 0, behavior: calm ? 'auto' : 'smooth' })
}

/** Swipeable image gallery, starting at the image of the selected variant. Thumbnails are links, so they work without JavaScript. */
export const Gallery = ({ product, chosen }: { product: ProductView; chosen: StockView | undefined }) => {
  const t = useT()
  const strip = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const { images } = product
  const variantImage = chosen?.image ?? null
  useEffect(() => {
    const index = variantImage === null ? -1 : images.findIndex((image) => image.path === variantImage)
    if (index >= 0) slideTo(strip.current, index)
  }, [variantImage, images])
  const follow = () => {
    const list = strip.current
    if (list && list.clientWidth > 0) setCurrent(Math.round(list.scrollLeft / list.clientWidth))
  }
  if (images.length === 0) {
    return (
      <div className="gallery">
        <div className="gallery-strip">
          <div>
            <Picture path={null} alt="" seed={product.id} name={product.name} />
          </div>
        </div>
      </div>
    )
  }
  return (
    <div className="gallery">
      <ul
        className="gallery-strip"
        ref={strip}
        onScroll={follow}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be within reach of the keyboard
        tabIndex={images.length > 1 ? 0 : undefined}
        aria-label={t('catalogue.pictures')}
      >
        {images.map((image, i) => (
          <li key={image.path} id={`picture-${i + 1}`}>
            <Picture
              path={image.path}
              alt={image.alt || product.name}
              seed={product.id}
              name={product.name}
              first={i === 0}
              sizes="(width >= 900px) 660px, 92vw"
            />
          </li>
        ))}
      </ul>
      {images.length > 1 && (
        <ul className="gallery-thumbs">
          {images.map((image, i) => (
            <li key={image.path}>
              <a
                href={`#picture-${i + 1}`}
                aria-label={t('catalogue.picture_number', { number: i + 1 })}
                aria-current={i === current ? 'true' : undefined}
                onClick={(event) => {
                  event.preventDefault()
                  slideTo(strip.current, i)
                }}
              >
                <Picture path={image.path} alt="" seed={product.id} name={product.name} width={80} height={100} sizes="64px" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
