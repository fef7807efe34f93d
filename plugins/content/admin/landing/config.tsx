import type { Config } from '@puckeditor/core'
import type { ReactNode } from 'react'
import type { Locale } from '#core/wire'
import { elementKinds } from '../../domain/element-kinds.ts'
import { drawElement } from './drawings.tsx'
import { startOf } from './elements.ts'
import { fieldOf } from './fields.tsx'
import { elementLabels, propLabels } from './labels.ts'

const categories = {
  basics: ['hero', 'text', 'image', 'columns', 'button', 'spacer'],
  lists: ['product_list', 'article_list', 'event_list'],
  forms: ['form', 'funnel'],
  media: ['faq', 'quote', 'video', 'countdown', 'logos'],
} as const

/** What the builder offers: the elements the server keeps and the shop draws, named in a language. */
export function builderConfig(language: Locale, categoryName: (name: keyof typeof categories) => string): Config {
  const labels = propLabels[language]
  const names = elementLabels[language]
  return {
    root: { fields: {}, render: ({ children }: { children: ReactNode }) => <div className="lb-page">{children}</div> },
    categories: Object.fromEntries(
      Object.entries(categories).map(([name, components]) => [
        name,
        { title: categoryName(name as keyof typeof categories), components: [...components], defaultExpanded: true },
      ]),
    ),
    components: Object.fromEntries(
      Object.entries(elementKinds).map(([type, kinds]) => {
        const name = names[type] ?? type
        return [
          type,
          {
            label: name,
            fields: Object.fromEntries(Object.entries(kinds).map(([prop, kind]) => [prop, fieldOf(prop, kind, labels)])),
            defaultProps: Object.fromEntries(Object.entries(kinds).map(([prop, kind]) => [prop, startOf(kind)])),
            render: (props: Record<string, unknown>) => <>{drawElement(type, name, props)}</>,
          },
        ]
      }),
    ),
  } as Config
}
