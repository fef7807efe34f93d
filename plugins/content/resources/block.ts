import { defineResource, f } from 'stoa'
import { code, enabled, text, title } from './shared.ts'

/** A named piece of content that screens and templates include, such as the footer. */
export const block = defineResource({
  name: 'block',
  match: 'identifier',
  locked: true,
  fields: {
    title,
    identifier: f.key({ unique: true, inline: true, list: true, sort: true, search: true }),
    enabled,
    content: text,
    css: code,
  },
})
