/** Admin screens of this plugin. */
export const screens = {
  'broadcast/edit': () => import('./edit.tsx'),
  'broadcast/head': () => import('./head.tsx'),
  'broadcast/history': () => import('./history/history.tsx'),
  'broadcast/recipients': () => import('./recipients.tsx'),
}

/** Inputs of this plugin's fields. */
export const editors = {
  'broadcast.audience': () => import('./audience/audience-input.tsx'),
  'broadcast.message': () => import('./message-input.tsx'),
}
