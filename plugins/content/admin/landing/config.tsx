import type { Config } from '@puckeditor/core'
import type { ComponentType, ReactNode } from 'react'
import { CANVAS_END } from '../../domain/canvas.ts'
import { elementKinds, type PropKind } from '../../domain/element-kinds.ts'
import { getStart } from './elements.ts'
import { getField } from './fields.tsx'
import { PlacedElement } from './element-placeholder.tsx'
import type { Name } from './messages.ts'

const categories = {
  basics: ['hero', 'text', 'image', 'columns', 'button', 'spacer'],
  lists: ['product_list', 'article_list', 'event_list'],
  forms: ['form', 'funnel'],
  media: ['faq', 'quote', 'video', 'countdown', 'logos'],
} as const

/** Labels in the interface language. */
interface Names {
  element: Name
  prop: Name
  category: (name: keyof typeof categories) => string
}

/** Props the builder passes to an element. */
interface Drawn extends Record<string, unknown> {
  id: string
  puck: { dragRef: ((node: HTMLElement | null) => void) | null }
}

/** The contents of an element's columns, by column name. */
const getSlots = (kinds: Readonly<Record<string, PropKind>>, props: Drawn) =>
  Object.fromEntries(Object.entries(kinds).flatMap(([name, { kind }]) => (kind === 'slot' ? [[name, props[name] as ComponentType]] : [])))

/** Configuration of the builder: the elements that the server accepts and the store renders. */
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
            // The store renders into the dragged element itself. A wrapper would not be part of the page.
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
