import { api, FindBox, useT } from 'stoa/admin'
import type { StockToBuy } from '../../api-types.ts'
import { useMessages } from '../messages.ts'

interface Props {
  id: string
  supplier: number | null
  excludedIds: readonly number[]
  take: (stock: StockToBuy) => void
}

/** Searches for stocks by name, SKU, barcode or supplier SKU. */
export function StockSearch({ id, supplier, excludedIds, take }: Props) {
  const say = useMessages()
  const { language } = useT()
  return (
    <FindBox<StockToBuy>
      id={id}
      label={say('addGoods')}
      placeholder={say('addGoodsHint')}
      queryKey={['po', 'stocks', 'search', supplier, language]}
      ask={async (q) => (await api<{ data: StockToBuy[] }>('po/stocks', { query: { q, supplier_id: supplier, language } })).data}
      hidden={(stock) => excludedIds.includes(stock.id)}
      draw={(stock) => ({
        key: stock.id,
        text: [stock.name, stock.options].filter(Boolean).join(' – '),
        aside: [stock.sku, stock.cost, say('left', { count: stock.available ?? '∞' })].filter(Boolean).join(' · '),
      })}
      take={take}
    />
  )
}
