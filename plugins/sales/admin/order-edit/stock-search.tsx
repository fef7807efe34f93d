import { InputGroup, Menu, MenuItem } from '@blueprintjs/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { api, useT } from '../../../../ui-admin/src/kit/index.ts'
import type { SaleableStock } from '../../wire-admin.ts'
import { useTexts } from '../order-view/texts.ts'

const ASK_AFTER_MS = 200

/** Finds goods by name, SKU or barcode. Enter takes the first one, also before the list is there, so scanners work. */
export function StockSearch({ id, take }: { id: string; take: (stock: SaleableStock) => void }) {
  const say = useTexts()
  const { language } = useT()
  const client = useQueryClient()
  const [query, setQuery] = useState('')
  const [asked, setAsked] = useState('')
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(query), ASK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [query])
  const searching = (q: string) => ({
    queryKey: ['order', 'stocks', q, language],
    queryFn: () => api<{ data: SaleableStock[] }>('order/stocks', { query: { q, language } }),
  })
  const { data } = useQuery({ ...searching(asked), enabled: open, placeholderData: keepPreviousData })
  const found = data?.data ?? []
  const choose = (stock: SaleableStock | undefined) => {
    if (!stock) return
    take(stock)
    setQuery('')
    setOpen(false)
  }
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false)
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (query.trim() !== '') void client.fetchQuery(searching(query)).then((answer) => choose(answer.data[0]))
  }
  return (
    <div className="order-search" onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}>
      <InputGroup
        id={id}
        type="search"
        autoComplete="off"
        placeholder={say('addGoodsHint')}
        value={query}
        onValueChange={(next) => {
          setQuery(next)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={key}
      />
      {open && found.length > 0 && (
        <Menu className="order-found" aria-label={say('addGoods')}>
          {found.map((stock) => (
            <MenuItem
              key={stock.id}
              text={[stock.name, stock.options].filter(Boolean).join(' – ')}
              labelElement={
                <span className="num small">{[stock.sku, stock.price, say('leftN', { count: stock.available ?? '∞' })].join(' · ')}</span>
              }
              onClick={() => choose(stock)}
            />
          ))}
        </Menu>
      )}
    </div>
  )
}
