import { definePlugin, handleJob, contribute } from 'stoa'
import { CARDS, createRecordsCard } from 'stoa/plugins/desk'
import { createDeletionHandler, PERSONAL_DATA } from 'stoa/plugins/people'
import { DONE, tellDone } from './jobs.ts'
import { repair, repairPart } from './resources/repair.ts'
import { adminRoutes } from './routes/admin.ts'
import { storeRoutes } from './routes/store.ts'

/** Erasing a person deletes their repairs. */
const handler = createDeletionHandler(repair, { by: { email: 'email' }, fields: ['name', 'email', 'broken', 'price', 'status', 'photo'] })

export default definePlugin({
  id: 'repair',
  requires: ['people'],
  after: ['desk'],
  resources: [repair, repairPart],
  permissions: ['see all repair'],
  presets: {
    'repair.clerk': ['get repair', 'create repair', 'update repair', 'accept repair', 'complete repair', 'cancel repair', 'create upload'],
    'repair.manager': ['repair.clerk', 'see all repair', 'destroy repair', 'export repair'],
  },
  contributions: [
    contribute(CARDS, 'repairs', createRecordsCard(repair, { title: 'repair:card.pending', filter: { status: 'pending' } })),
    contribute(PERSONAL_DATA, 'repair', handler),
  ],
  jobs: [handleJob(DONE, tellDone)],
  adminRoutes,
  storeRoutes,
  admin: {
    sections: [{ id: 'repair', order: 85, icon: 'wrench' }],
    menu: [{ section: 'repair', resource: 'repair', icon: 'wrench', order: 10, queue: { status: 'pending' } }],
    slots: [{ at: 'repair.list.actions', screen: 'repair/summary', needs: 'get repair' }],
  },
  store: { screens: [{ path: '/repair', screen: 'repair/request' }] },
})
