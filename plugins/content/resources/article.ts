import { defineResource, f } from 'stoa'
import { enabled, metaText, metaTitle, picture, shortText, title, url } from './shared.ts'
import { articlePage } from '../api-types.ts'

/** A blog article. It is visible from its date; without a date at once. */
export const article = defineResource({
  name: 'article',
  path: 'blog/article',
  match: 'url',
  locked: true,
  publicView: { page: articlePage },
  fields: {
    title,
    url,
    categories: f.many('blog_category', { through: 'article_blog_category', list: true, filter: true, group: 'side' }),
    show_date: f.maybe(f.date({ list: true, sort: true, filter: true, group: 'side' })),
    visibled: enabled,
    short_description: shortText,
    content: f.rich({ localized: true }),
    image: picture,
    banner: picture,
    products: f.many('product', { through: 'article_product', ifInstalled: true, group: 'side' }),
    meta_title: metaTitle,
    meta_short_description: metaText,
  },
})
