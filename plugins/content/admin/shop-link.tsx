import type { Locale, Row } from 'stoa/api-types'
import { ShopLink } from 'stoa/admin'

const places: Record<string, string> = { page: '/page', article: '/blog/article', landing_page: '/landing-page' }

/** Link from the form of a record to its page in the store. */
export default function InShop({ resource, row, language }: { resource: string; row: Row; language: Locale }) {
  const isVisible = row['visibled'] !== false && row['enabled'] !== false && (resource !== 'landing_page' || row['status'] === 'published')
  return <ShopLink to={`/${language}${places[resource]}/${String(row['url'])}`} isVisible={isVisible} />
}
