import { type ReactNode, useDeferredValue, useState } from 'react'
import { Dialog, useT } from 'stoa/store'

interface DrawerProps {
  /** How many filters are set. */
  active: number
  /** How many products there are now, as shown. */
  count: string
  children: ReactNode
}

/** The filters on a phone: a button, and what it opens. That it is open is its own affair, so the list is not drawn again for it. */
export const FilterDrawer = ({ active, count, children }: DrawerProps) => {
  const t = useT()
  const [open, setOpen] = useState(false)
  // The drawer answers the finger first and is filled right after.
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
