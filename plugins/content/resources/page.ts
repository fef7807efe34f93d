import { defineResource, validationError, message as say } from 'stoa'
import { isReserved } from '../domain/reserved.ts'
import { code, enabled, metaText, metaTitle, picture, shortText, text, title, url } from './shared.ts'
import { pagePage } from '../api-types.ts'

/** A static page, at `/{url}` and `/page/{url}`. */
export const page = defineResource({
  name: 'page',
  match: 'url',
  locked: true,
  publicView: { page: pagePage },
  tabs: { main: ['main', 'side'], seo: ['seo'], script: ['script'] },
  fields: {
    title,
    url,
    enabled,
    short_description: shortText,
    content: text,
    image: picture,
    meta_title: metaTitle,
    meta_description: metaText,
    css: code,
    header_script: code,
    footer_script: code,
  },
  hooks: {
    validate: ({ input }) => {
      if (input.url !== undefined && isReserved(input.url)) throw validationError({ url: say('core:rule.reserved', { word: input.url }) })
    },
  },
})
