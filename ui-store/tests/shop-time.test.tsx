import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ShopProvider } from '../src/kit/shop.tsx'
import type { Shop } from '../src/kit/types.ts'
import { useDay, Timestamp } from '../src/kit/when.tsx'

const AT = '2026-11-25T20:30:00.000Z'

const Both = () => (
  <>
    <Timestamp at={AT} /> {useDay()(AT)}
  </>
)

const inShop = (time_zone: string, language: string) =>
  renderToStaticMarkup(
    <ShopProvider value={{ language, shell: { settings: { basic: { time_zone } } } } as unknown as Shop}>
      <Both />
    </ShopProvider>,
  ).replaceAll(/<[^>]+>|\u202F/g, ' ')

test("timestamps are shown in the shop's time zone and the reader's language", () => {
  expect(inShop('Asia/Hong_Kong', 'en-US')).toMatch(/Nov 26, 2026, 4:30 AM .*Nov 26, 2026/)
  expect(inShop('America/New_York', 'en-US')).toMatch(/Nov 25, 2026, 3:30 PM .*Nov 25, 2026/)
  expect(inShop('Europe/London', 'zh-HK')).toMatch(/2026年11月25日 .*8:30 .*2026年11月25日/)
})
