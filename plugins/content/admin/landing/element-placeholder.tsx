import { type ComponentType, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useCanvas } from './canvas.ts'

interface Props {
  id: string
  /** Text shown while the store renders nothing; absent where an empty element is correct. */
  name?: string
  /** Contents of its columns, by column name. */
  slots?: Readonly<Record<string, ComponentType>>
  /** Ref of the builder's drag handle. */
  dragRef?: ((node: HTMLElement | null) => void) | null
}

const VISIBLE_SELECTOR = 'img, svg, iframe, hr, [data-puck-dropzone]'
const USED = 'a, button, summary, input, select, textarea, iframe'

/** A placeholder in which the store renders an element. */
export function PlacedElement({ id, name, slots = {}, dragRef }: Props) {
  const canvas = useCanvas()
  const place = useRef<HTMLDivElement>(null)
  const [holes, setHoles] = useState<Record<string, HTMLElement>>({})
  const names = Object.keys(slots).join(' ')

  useLayoutEffect(() => {
    const node = place.current
    if (!node) return undefined
    const made = Object.fromEntries(names.split(' ').flatMap((slot) => (slot ? [[slot, node.ownerDocument.createElement('div')]] : [])))
    // Stays here until the store moves it into its columns.
    node.append(...Object.values(made))
    setHoles(made)
    return canvas.place(id, { node, holes: made })
  }, [canvas, id, names])

  useLayoutEffect(() => {
    const node = place.current
    return node ? tend(node, name) : undefined
  }, [name])

  const take = useCallback(
    (node: HTMLDivElement | null) => {
      place.current = node
      dragRef?.(node)
    },
    [dragRef],
  )
  return (
    <>
      <div ref={take} className="builder-place" {...(name ? { 'data-name': name } : {})} />
      {Object.entries(slots).map(([slot, Slot]) => holes[slot] && createPortal(<Slot />, holes[slot], slot))}
    </>
  )
}

/** Makes the rendered element inert, and shows a name where it is empty. */
function tend(node: HTMLElement, name: string | undefined): () => void {
  const look = () => {
    for (const element of node.querySelectorAll<HTMLElement>(USED)) element.tabIndex = -1
    const blank = name !== undefined && !node.textContent.trim() && !node.querySelector(VISIBLE_SELECTOR)
    if (blank !== node.hasAttribute('data-blank')) node.toggleAttribute('data-blank', blank)
  }
  // Links and buttons are disabled; a click selects the element.
  const mean = (event: Event) => {
    if (!(event.target as Element).closest?.(USED)) return
    event.preventDefault()
    event.stopPropagation()
    node.click()
  }
  look()
  const observer = new MutationObserver(look)
  observer.observe(node, { childList: true, subtree: true, characterData: true })
  node.addEventListener('click', mean, true)
  return () => {
    observer.disconnect()
    node.removeEventListener('click', mean, true)
  }
}
