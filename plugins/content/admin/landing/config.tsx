import type { Config } from '@puckeditor/core'
import type { ReactNode } from 'react'
import { elementKinds } from '../../domain/element-kinds.ts'
import { drawElement } from './drawings.tsx'
import { startOf } from './elements.ts'
import { fieldOf } from './fields.tsx'
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

/** What the builder offers: the elements the server keeps and the shop draws. */
export function builderConfig(names: Names): Config {
  return {
    root: { fields: {}, render: ({ children }: { children: ReactNode }) => <div className="lb-page">{children}</div> },
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
            fields: Object.fromEntries(Object.entries(kinds).map(([prop, kind]) => [prop, fieldOf(prop, kind, names.prop)])),
            defaultProps: Object.fromEntries(Object.entries(kinds).map(([prop, kind]) => [prop, startOf(kind)])),
            render: (props: Record<string, unknown>) => <>{drawElement(type, name, props)}</>,
          },
        ]
      }),
    ),
  } as Config
}
