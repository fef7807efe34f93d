/** Admin screens of this plugin. */
export const screens = {
  'clickup/callback': () => import('./callback.tsx'),
  'clickup/connection': () => import('./connection.tsx'),
  'clickup/create-space': () => import('./create-space.tsx'),
  'clickup/edit-space': () => import('./edit-space.tsx'),
  'clickup/spaces': () => import('./spaces.tsx'),
  'clickup/task-sync': () => import('./task-sync.tsx'),
  'clickup/workspaces': () => import('./workspaces.tsx'),
}
