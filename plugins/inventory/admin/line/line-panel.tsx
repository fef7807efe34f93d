import { Button, Card } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Page, Row } from 'stoa/api-types'
import { api, useSession, useT } from 'stoa/admin'
import { AdjustDialog } from '../product/adjust-dialog.tsx'
import type { InventoryLine } from 'stoa/plugins/catalogue/admin'
import { useMessages } from '../messages.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import { History } from './history.tsx'
import './line.css'

/** Actions on a stock line, and its history. */
export default function LinePanel({ row }: { row?: Row }) {
  const say = useMessages()
  const { me } = useSession()
  const { language } = useT()
  const client = useQueryClient()
  const [open, setOpen] = useState<'adjust' | 'discard'>()
  const stock = Number(row?.['stock_id'])
  const { data } = useQuery({
    queryKey: ['list', 'inventory', 'of-stock', stock, language],
    queryFn: () => api<Page<Row>>('inventory', { query: { stock_id: stock, limit: 100, language } }),
    enabled: row !== undefined,
  })
  if (!row) return null
  const lines = (data?.data ?? []) as unknown as InventoryLine[]
  const line = lines.find((line) => line.id === row.id)
  const refresh = () => {
    for (const key of [
      ['row', 'inventory'],
      ['list', 'inventory'],
      ['list', 'inventory_movement'],
    ])
      void client.invalidateQueries({ queryKey: key })
  }
  return (
    <>
      {me.role.permission_list.includes('update inventory') && line && (
        <Card compact className="panel line-actions">
          <Button intent="primary" onClick={() => setOpen('adjust')}>
            {say('adjust')}
          </Button>
          <Button intent="danger" variant="outlined" disabled={Number(line.quantity) <= 0} onClick={() => setOpen('discard')}>
            {say('discard')}
          </Button>
        </Card>
      )}
      <History inventory={row.id} />
      {open === 'adjust' && line && <AdjustDialog line={line} lines={lines} close={() => setOpen(undefined)} done={refresh} />}
      {open === 'discard' && line && <DiscardDialog line={line} close={() => setOpen(undefined)} done={refresh} />}
    </>
  )
}
