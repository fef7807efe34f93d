import type { Tag } from './head-tags.ts'

/** Escapes a text for an element or a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** JSON that is safe inside a script element. */
export const safeJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** Renders head elements. All have `data-head`, so that the browser can replace them later. */
export const renderHead = (tags: Tag[]): string =>
  tags
    .map(({ name, attributes, text }) => {
      const written = Object.entries(attributes)
        .map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
        .join('')
      if (name === 'title') return `<title>${escapeHtml(text ?? '')}</title>`
      if (name === 'script') return `<script data-head${written}>${(text ?? '').replaceAll('<', '\\u003c')}</script>`
      return `<${name} data-head${written}>`
    })
    .join('\n')
