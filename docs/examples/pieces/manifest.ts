import { definePlugin, sql } from 'stoa'

export const manifest = definePlugin({
  id: 'pieces',
  admin: {
    slots: [{ at: 'order.view.side', screen: 'pieces/of-order', needs: 'get repair' }],
    screens: [{ path: '/admin/repair/$id', screen: 'pieces/view', needs: 'get repair' }],
    tasks: [{ id: 'first', order: 90, to: 'repair/create', needs: 'create repair', done: sql`exists (select 1 from repair)` }],
  },
  store: {
    slots: [
      { at: 'home.main', screen: 'pieces/waiting', order: 50 },
      { at: 'account.tab', screen: 'pieces/account-repairs', order: 60 },
    ],
  },
})
