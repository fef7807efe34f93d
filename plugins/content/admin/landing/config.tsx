import type { Config } from '@puckeditor/core'
import type { ComponentType, ReactNode } from 'react'
import { CANVAS_END } from '../../domain/canvas.ts'
import { elementKinds, type PropKind } from '../../domain/element-kinds.ts'
import { getStart } from './elements.ts'
import { getField } from './fields.tsx'
import { PlacedElement } from './placed.tsx'
import type { Name } from './texts.ts'

const categories = {
  basics: ['hero', 'text', 'image', 'columns', 'button', 'spacer'],
  lists: ['product_list', 'article_list', 'event_list'],
  forms: ['form', 'funnel'],
  media: ['faq', 'quote', 'video', 'countdown', 'logos'],
} as const

/** How things are called in the language of the moment. */
interface Names {
  element: Name
  prop: Name
  category: (name: keyof typeof categories) => string
}

/** What the builder hands an element to draw itself with. */
interface Drawn extends Record<string, unknown> {
  id: string
  puck: { dragRef: ((node: HTMLElement | null) => void) | null }
}

/** What stands in the columns of an element, by their names. */
const getSlots = (kinds: Readonly<Record<string, PropKind>>, props: Drawn) =>
  Object.fromEntries(Object.entries(kinds).flatMap(([name, { kind }]) => (kind === 'slot' ? [[name, props[name] as ComponentType]] : [])))

/** What the builder offers: the elements the server keeps and the shop draws. */
export function builderConfig(names: Names): Config {
  return {
    root: {
      fields: {},
      render: ({ children }: { children: ReactNode }) => (
        <div className="landing">
          {children}
          <PlacedElement id={CANVAS_END} />
        </div>
      ),
    },
    categories: Object.fromEntries(
      Object.entries(categories).map(([name, components]) => [
        name,
        { title: names.category(name as keyof typeof categories), components: [...components], defaultExpanded: true },
      ]),
    ),
    components: Object.fromEntries(
      Object.entries(elementKinds).map(([type, kinds]) => {
        const name = names.element(type)
        return [
          type,
          {
            label: name,
            fields: Object.fromEntries(Object.entries(kinds).map(([prop, kind]) => [prop, getField(prop, kind, names.prop)])),
            defaultProps: Object.fromEntries(Object.entries(kinds).map(([prop, kind]) => [prop, getStart(kind)])),
            // The shop draws into the very element that is dragged: what is around it would be no part of the page.
            inline: true,
            render: (props: Drawn) => (
              <PlacedElement
                id={props.id}
                {...(type === 'spacer' ? {} : { name })}
                slots={getSlots(kinds, props)}
                dragRef={props.puck.dragRef}
              />
            ),
          },
        ]
      }),
    ),
  } as Config
}
