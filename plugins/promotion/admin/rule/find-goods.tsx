import { api, FindBox, useT } from 'stoa/admin'
import type { GoodsView } from '../../api-types.ts'
import { useMessages } from '../messages.ts'

/** Searches for items by name or SKU. */
export function FindGoods({ id, take }: { id: string; take: (goods: GoodsView['data'][number]) => void }) {
  const say = useMessages()
  const { language } = useT()
  return (
    <FindBox<GoodsView['data'][number]>
      id={id}
      label={say('findGoods')}
      placeholder={say('findGoods')}
      queryKey={['promotion', 'goods', language]}
      ask={async (q) => (await api<GoodsView>('promotion/goods', { query: { q, language } })).data}
      draw={(goods) => ({ key: goods.id, text: goods.name, aside: [goods.sku, goods.price].join(' · ') })}
      take={take}
    />
  )
}
