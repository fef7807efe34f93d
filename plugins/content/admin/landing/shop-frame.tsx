import { useEffect, useRef } from 'react'
import type { Locale } from 'stoa/api-types'
import { CANVAS_PATH, CANVAS_READY, type Draw } from '../../domain/canvas.ts'

interface Props {
  language: Locale
  title: string
  /** Hidden: only renders into placeholders outside the iframe. */
  unseen?: boolean
  onReady: (draw: Draw, page: Document) => void
}

/** The store page that renders the elements, in the language of the content. */
export function ShopFrame({ language, title, unseen = false, onReady }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const ready = useRef(onReady)
  useEffect(() => {
    ready.current = onReady
  })
  useEffect(() => {
    const node = frame.current
    const hear = (event: Event) => {
      if (node?.contentDocument) ready.current((event as CustomEvent<Draw>).detail, node.contentDocument)
    }
    node?.addEventListener(CANVAS_READY, hear)
    return () => node?.removeEventListener(CANVAS_READY, hear)
  }, [])
  // Same origin, and it renders into this page, so a sandbox would have no effect.
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe ref={frame} className="builder-shop" src={`/${language}${CANVAS_PATH}`} title={title} hidden={unseen} />
}
