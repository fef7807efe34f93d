import { type ReactNode, useDeferredValue, useState } from 'react'
import { Dialog, useT } from 'stoa/store'

interface DrawerProps {
  /** Number of active filters. */
  active: number
  /** Formatted number of products. */
  count: string
  children: ReactNode
}

/** Filters on phones: a button and a drawer. The open state is local, so that the list does not render again. */
export const FilterDrawer = ({ active, count, children }: DrawerProps) => {
  const t = useT()
  const [open, setOpen] = useState(false)
  // The drawer opens first and renders its content afterwards, to respond at once.
  const filled = useDeferredValue(open)
  return (
    <>
      <button type="button" className="button button-quiet filter-open" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {active > 0 ? t('catalogue.filter.with_count', { count: active }) : t('catalogue.filter.title')}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} className="filter-drawer" label={t('catalogue.filter.title')}>
        <div className="filter-drawer-head">
          <h2>{t('catalogue.filter.title')}</h2>
          <button type="button" className="button button-quiet" data-first-focus onClick={() => setOpen(false)}>
            {t('catalogue.filter.close')}
          </button>
        </div>
        {filled && children}
        <div className="filter-drawer-foot">
          <button type="button" className="button button-main" onClick={() => setOpen(false)}>
            {t('catalogue.filter.show')} ({count})
          </button>
        </div>
      </Dialog>
    </>
  )
}
