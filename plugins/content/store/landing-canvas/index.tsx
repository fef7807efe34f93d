import { useCallback, useEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { NotThere, type HeadInfo, type ScreenContext } from 'stoa/store'
import { CANVAS_END, CANVAS_READY, type Draw, type Drawing, type Place } from '../../domain/canvas.ts'
import { elementKinds } from '../../domain/element-kinds.ts'
import type { Element } from '../../api-types.ts'
import { interactiveSlots } from '../landing/requested-elements.ts'
import { DrawnElement, ElementsProvider, InsideProvider } from '../landing/elements.tsx'
import { LandingEnd, LandingPage } from '../landing/page.tsx'

export const load = async ({ bootstrap, loadSlots }: ScreenContext): Promise<null> => {
  if (!bootstrap.staff) throw new NotThere()
  await Promise.all(Object.values(interactiveSlots).map((at) => loadSlots(at)))
  return null
}

export const head = (): HeadInfo => ({ title: '', noindex: true })

/** All elements by id, including nested ones. */
const byId = (list: Element[]): [string, Element][] =>
  list.flatMap((element) => {
    const slots = Object.entries(elementKinds[element.type] ?? {}).filter(([, { kind }]) => kind === 'slot')
    return [[element.props.id, element], ...slots.flatMap(([name]) => byId((element.props[name] ?? []) as Element[]))]
  })

/** Inserts the builder's node for the content of a column. */
const Hole = ({ node }: { node: HTMLElement | undefined }) => {
  const hold = useCallback((place: HTMLElement | null) => void (node && place?.append(node)), [node])
  return <div ref={hold} />
}

const PlacedDrawing = ({ page, places }: { page: Drawing['page']; places: ReadonlyMap<string, Place> }) => {
  const inside = useCallback((id: string, slot: string) => <Hole node={places.get(id)?.holes[slot]} />, [places])
  const elements = useMemo(() => new Map(byId(page.elements.content)), [page])
  return (
    <ElementsProvider value={page}>
      <InsideProvider value={inside}>
        {[...places].map(([id, { node }]) => {
          const element = elements.get(id)
          return createPortal(id === CANVAS_END ? <LandingEnd /> : element && <DrawnElement element={element} />, node, id)
        })}
      </InsideProvider>
    </ElementsProvider>
  )
}

/** Renders a page in the page builder, with the components of the store. */
export default function LandingCanvas() {
  const [drawing, setDrawing] = useState<Drawing>()
  useEffect(() => {
    const draw: Draw = (next) => setDrawing(next)
    // Links do not navigate.
    const stay = (event: Event) => (event.target as HTMLElement).closest('a') && event.preventDefault()
    document.addEventListener('click', stay, true)
    // After hydration of the whole page, which styles depend on.
    queueMicrotask(() => window.frameElement?.dispatchEvent(new CustomEvent(CANVAS_READY, { detail: draw })))
    return () => document.removeEventListener('click', stay, true)
  }, [])
  if (!drawing) return null
  const { page, places } = drawing
  return places ? <PlacedDrawing page={page} places={places} /> : <LandingPage page={page} title={page.elements.root.props?.title ?? ''} />
}
