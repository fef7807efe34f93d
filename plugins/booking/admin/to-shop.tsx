import type { Locale, Row } from '#core/wire'
import { ShopLink } from '#admin'

/** Beside the buttons of an event: the way to its page in the shop. */
export default function ToShop({ row, language }: { row: Row; language: Locale }) {
  return <ShopLink to={`/${language}/event/detail/${String(row['url'])}`} shown={row['visibled'] === true} />
}
