import { useEffect, useRef } from 'react'
import type { Locale } from 'stoa/api-types'
import { CANVAS_PATH, CANVAS_READY, type Draw } from '../../domain/canvas.ts'

interface Props {
  language: Locale
  title: string
  /** It only draws in the places of others. */
  unseen?: boolean
  onReady: (draw: Draw, page: Document) => void
}

/** The page of the shop that draws what is built, in the language it is written in. */
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
  // It is of this origin and draws in this very page: there is nothing to shut in.
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe ref={frame} className="builder-shop" src={`/${language}${CANVAS_PATH}`} title={title} hidden={unseen} />
}
