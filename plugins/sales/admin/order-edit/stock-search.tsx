import { api, FindBox, useT } from 'stoa/admin'
import type { SaleableStock } from '../../admin-api-types.ts'
import { useMessages } from '../order-view/messages.ts'

/** Finds stock items by name, SKU or barcode. */
export function StockSearch({ id, take }: { id: string; take: (stock: SaleableStock) => void }) {
  const say = useMessages()
  const { language } = useT()
  return (
    <FindBox<SaleableStock>
      id={id}
      label={say('addGoods')}
      placeholder={say('addGoodsHint')}
      queryKey={['order', 'stocks', language]}
      ask={async (q) => (await api<{ data: SaleableStock[] }>('order/stocks', { query: { q, language } })).data}
      draw={(stock) => ({
        key: stock.id,
        text: [stock.name, stock.options].filter(Boolean).join(' – '),
        aside: [stock.sku, stock.price, say('leftN', { count: stock.available ?? '∞' })].join(' · '),
      })}
      take={take}
    />
  )
}
