/** One row of `GET /api/ebook?language=`: `{ data: EbookView[] }`. */
export interface EbookView {
  id: number
  url: string
  title: string
  /** HTML. */
  description: string
  cover: string | null
  access: 'public' | 'login' | 'purchase'
  /** What has to be bought for it. */
  product: { name: string; url: string } | null
}

/** Answer of `POST /api/ebook/{id}/download`: an address that is good for `expires_in` seconds. */
export interface EbookDownload {
  url: string
  expires_in: number
}
