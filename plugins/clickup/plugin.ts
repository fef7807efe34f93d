import { definePlugin } from 'stoa'
import { clickupRoutes } from './routes/clickup.ts'
import { clickup } from './settings.ts'

/** Spaces of ClickUp, the task tool of the office. */
export default definePlugin({
  id: 'clickup',
  after: ['tasks'],
  settings: [clickup],
  permissions: ['create clickup space', 'update clickup space', 'destroy clickup space'],
  presets: {
    'clickup.editor': ['create clickup space', 'update clickup space'],
    'clickup.manager': ['clickup.editor', 'destroy clickup space'],
  },
  adminRoutes: clickupRoutes,
  admin: {
    sections: [{ id: 'today', order: 10, icon: 'home' }],
    menu: [{ section: 'today', to: 'clickup', label: 'clickup:menu.clickup', open: true, icon: 'clipboard', order: 9, under: 'my-tasks' }],
    screens: [
      { path: 'clickup', screen: 'clickup/workspaces', open: true },
      { path: 'clickup/callback', screen: 'clickup/callback', needs: 'update configuration' },
      { path: 'clickup/{workspace}/space', screen: 'clickup/spaces', open: true },
      { path: 'clickup/{workspace}/space/create', screen: 'clickup/create-space', needs: 'create clickup space' },
      { path: 'clickup/{workspace}/space/edit/{id}', screen: 'clickup/edit-space', needs: 'update clickup space' },
    ],
    slots: [{ at: 'settings.clickup.end', screen: 'clickup/connection', needs: 'update configuration' }],
  },
})
