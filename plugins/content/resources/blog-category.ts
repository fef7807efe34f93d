import { defineResource, f } from 'stoa'
import { enabled, metaText, metaTitle, picture, shortText, title, url } from './shared.ts'

/** A category of the blog. */
export const blogCategory = defineResource({
  name: 'blog_category',
  path: 'blog/category',
  match: 'url',
  sortBy: 'order',
  locked: true,
  fields: {
    title,
    url,
    order: f.int({ list: true, sort: true, inline: true }),
    visibled: enabled,
    short_description: shortText,
    image: picture,
    meta_title: metaTitle,
    meta_short_description: metaText,
  },
})
