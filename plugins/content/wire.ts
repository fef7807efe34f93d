/** What the store's public calls of this plugin answer. Types only. */

/** Answer of `POST /api/page {url, language}`: a static page. `content` is sanitised HTML. */
export interface PageView {
  id: number
  title: string
  url: string
  short_description: string
  content: string
  image: string | null
  meta_title: string
  meta_description: string
  /** The shop's own styles and scripts of this page; absent while a staff session is in the browser. */
  css?: string
  header_script?: string
  footer_script?: string
  updated_at: string
}

/** Answer of `POST /api/block {identifier, language}`; an empty object when there is no live block of that name. */
export interface BlockView {
  identifier?: string
  title?: string
  content?: string
}
