import { InputGroup, Menu, MenuItem } from '@blueprintjs/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { api, useT } from '../../../../ui-admin/src/kit/index.ts'
import type { StockToBuy } from '../../wire.ts'
import { useTexts } from '../texts.ts'

const ASK_AFTER_MS = 200

interface Props {
  id: string
  supplier: number | null
  taken: readonly number[]
  take: (stock: StockToBuy) => void
}

/** Finds goods by name, SKU, barcode or the supplier's number; Enter takes the first one, so scanners work. */
export function StockSearch({ id, supplier, taken, take }: Props) {
  const say = useTexts()
  const { language } = useT()
  const [query, setQuery] = useState('')
  const [asked, setAsked] = useState('')
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(query), ASK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [query])
  const { data } = useQuery({
    queryKey: ['po', 'stocks', 'search', asked, supplier, language],
    queryFn: () => api<{ data: StockToBuy[] }>('po/stocks', { query: { q: asked, supplier_id: supplier, language } }),
    enabled: open,
    placeholderData: keepPreviousData,
  })
  const found = (data?.data ?? []).filter((s) => !taken.includes(s.id))
  const choose = (stock: StockToBuy | undefined) => {
    if (!stock) return
    take(stock)
    setQuery('')
  }
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false)
    if (event.key !== 'Enter') return
    // Enter must not send the form around.
    event.preventDefault()
    if (asked === query) choose(found[0])
  }
  return (
    <div className="po-search" onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}>
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
        <Menu className="po-found" aria-label={say('addGoods')}>
          {found.map((stock) => (
            <MenuItem
              key={stock.id}
              text={[stock.name, stock.options].filter(Boolean).join(' – ')}
              labelElement={
                <span className="num small">
                  {[stock.sku, stock.cost, say('left', { count: stock.available ?? '∞' })].filter(Boolean).join(' · ')}
                </span>
              }
              onClick={() => choose(stock)}
            />
          ))}
        </Menu>
      )}
    </div>
  )
}
