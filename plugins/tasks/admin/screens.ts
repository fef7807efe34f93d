/** Admin screens of this plugin. */
export const screens = {
  'tasks/add-task': () => import('./add-task.tsx'),
  'tasks/create-task': () => import('./create-task.tsx'),
  'tasks/due-tasks': () => import('./due-tasks.tsx'),
  'tasks/due-card': () => import('./due-card.tsx'),
  'tasks/my-tasks': () => import('./my-tasks.tsx'),
  'tasks/record-tasks': () => import('./record-tasks.tsx'),
  'tasks/task-board': () => import('./task-board.tsx'),
  'tasks/task-page': () => import('./task-page.tsx'),
}
