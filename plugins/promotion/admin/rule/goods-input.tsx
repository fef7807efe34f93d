import { Button } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { api, type InputProps, useT } from 'stoa/admin'
import type { GoodsView } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { FindGoods } from './find-goods.tsx'

/** Input for one item, found by name or SKU. */
export function GoodsInput({ id, value, onChange, disabled }: InputProps) {
  const say = useMessages()
  const { language } = useT()
  const has = typeof value === 'number'
  const { data } = useQuery({
    queryKey: ['list', 'stock', 'goods', value, language],
    queryFn: async () => (await api<GoodsView>('promotion/goods', { query: { id: String(value), language } })).data[0],
    enabled: has,
  })
  if (!has) return <FindGoods id={id} take={(goods) => onChange(goods.id)} />
  return (
    <p id={id} tabIndex={-1} className="promo-goods">
      <span>{data ? data.name : '…'}</span> {data && <span className="quiet small">{data.sku}</span>}
      <Button variant="minimal" size="small" disabled={disabled ?? false} onClick={() => onChange(null)}>
        {say('other')}
      </Button>
    </p>
  )
}
