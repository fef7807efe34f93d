import type { Locale, Row } from 'stoa/api-types'
import { ShopLink } from 'stoa/admin'

const places: Record<string, string> = { product: '/product', category: '/category', brand: '/brand' }

/** Link from a record's form to its store page. */
export default function InShop({ resource, row, language }: { resource: string; row: Row; language: Locale }) {
  const isVisible = row['visibled'] !== false && row['enabled'] !== false
  return <ShopLink to={`/${language}${places[resource]}/${String(row['url'])}`} isVisible={isVisible} />
}
