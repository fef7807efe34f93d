import { Button } from '@blueprintjs/core'
import './pager.css'
import { useMessages } from './messages.ts'

export interface PagerProps {
  page: number
  /** Rows per page. */
  size: number
  total: number
  turn: (page: number) => void
}

/** Pagination; renders nothing with one page. */
export function Pager({ page, size, total, turn }: PagerProps) {
  const say = useMessages()
  if (total <= size) return null
  return (
    <nav className="goods-pager">
      <Button size="small" disabled={page === 1} onClick={() => turn(page - 1)}>
        {say('previous')}
      </Button>
      <Button size="small" disabled={page * size >= total} onClick={() => turn(page + 1)}>
        {say('next')}
      </Button>
    </nav>
  )
}
