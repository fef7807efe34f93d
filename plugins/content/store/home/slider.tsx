import { useEffect, useRef, useState } from 'react'
import { ChevronIcon, Goto, PauseIcon, Picture, PlayIcon, useT } from 'stoa/store'
import type { SlideView } from '../../api-types.ts'

/** Display time of a slide (specification C §9), in milliseconds. */
const STAY_MS = 5_000

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

const Slide = ({ slide, first, label }: { slide: SlideView; first: boolean; label: string }) => (
  <li className="slide" aria-label={label}>
    <Picture
      path={slide.image}
      phone={slide.image_mobile}
      alt=""
      seed={slide.id}
      name=""
      first={first}
      width={1920}
      height={800}
      sizes="(width >= 768px) 100vw, 240vw"
    />
    <div className="slide-text">
      <p className="slide-title">{slide.title}</p>
      {slide.subtitle && <p className="slide-subtitle">{slide.subtitle}</p>}
      {slide.url && slide.button && (
        <Goto to={slide.url} beside={!slide.open_in_current_tab} className="button">
          {slide.button}
        </Goto>
      )}
    </div>
  </li>
)

/** Advances automatically unless the visitor interacts, and never with reduced motion. */
const useSlides = (count: number) => {
  const track = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const [playing, setPlaying] = useState(true)
  const [busy, setBusy] = useState(false)
  const go = (to: number) => {
    const list = track.current
    if (!list) return
    list.scrollTo({ left: ((to + count) % count) * list.clientWidth, behavior: isStill() ? 'instant' : 'smooth' })
  }
  useEffect(() => {
    const area = track.current?.parentElement
    const came = () => setBusy(true)
    const left = () => setBusy(false)
    const listeners = [
      ['pointerenter', came],
      ['pointerleave', left],
      ['focusin', came],
      ['focusout', left],
    ] as const
    for (const [event, hear] of listeners) area?.addEventListener(event, hear)
    return () => {
      for (const [event, hear] of listeners) area?.removeEventListener(event, hear)
    }
  }, [])
  useEffect(() => {
    if (!playing || busy || count < 2 || isStill()) return undefined
    const timer = setTimeout(() => {
      if (!document.hidden) go(at + 1)
    }, STAY_MS)
    return () => clearTimeout(timer)
  })
  const onScroll = () => {
    const list = track.current
    if (list) setAt(Math.round(list.scrollLeft / list.clientWidth) % count)
  }
  return { track, at, go, playing, setPlaying, onScroll }
}

/** Carousel. Uses a scrolling track, so that it works by touch and without JavaScript. */
export const Slider = ({ slides }: { slides: SlideView[] }) => {
  const t = useT()
  const { track, at, go, playing, setPlaying, onScroll } = useSlides(slides.length)
  const many = slides.length > 1
  return (
    <section className="slider" aria-roledescription={t('content.slider.kind')} aria-label={t('content.slider.label')}>
      <ul className="slides" ref={track} onScroll={onScroll} aria-live={playing ? 'off' : 'polite'}>
        {slides.map((slide, i) => (
          <Slide key={slide.id} slide={slide} first={i === 0} label={t('content.slider.of', { n: i + 1, count: slides.length })} />
        ))}
      </ul>
      {many && (
        <div className="slider-controls">
          <button type="button" className="icon-button" aria-label={t('content.slider.previous')} onClick={() => go(at - 1)}>
            <ChevronIcon />
          </button>
          {slides.map((slide, i) => (
            <button
              key={slide.id}
              type="button"
              className="slider-dot"
              aria-label={t('content.slider.go', { n: i + 1 })}
              aria-current={i === at}
              onClick={() => go(i)}
            />
          ))}
          <button type="button" className="icon-button" aria-label={t('content.slider.next')} onClick={() => go(at + 1)}>
            <ChevronIcon />
          </button>
          <button
            type="button"
            className="icon-button slider-pause"
            aria-label={t(playing ? 'content.slider.pause' : 'content.slider.play')}
            onClick={() => setPlaying(!playing)}
          >
            {playing ? <PauseIcon /> : <PlayIcon />}
          </button>
        </div>
      )}
    </section>
  )
}
