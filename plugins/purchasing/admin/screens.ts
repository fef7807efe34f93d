/** Admin screens of this plugin. */
export const screens = {
  'purchasing/po-view': () => import('./po-view/po-view.tsx'),
  'purchasing/po-board': () => import('./po-board.tsx'),
  'purchasing/scan': () => import('./scan/index.tsx'),
  'purchasing/suggest': () => import('./suggest/suggest.tsx'),
  'purchasing/suggest-link': () => import('./suggest/link.tsx'),
  'purchasing/incoming': () => import('./incoming.tsx'),
}

/** Custom inputs of fields. */
export const editors = {
  'po.lines': () => import('./lines/lines-input.tsx'),
  'po.discount': () => import('./lines/amount-input.tsx'),
  'po.freight': () => import('./lines/amount-input.tsx'),
  'supplier.stocks': () => import('./lines/prices-input.tsx'),
}

/** Required fields that the server fills in when they are blank. */
export const filled = ['po.currency', 'po.exchange_rate', 'supplier.currency']
