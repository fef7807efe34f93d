/** Admin screens of this plugin. */
export const screens = {
  'promotion/try': () => import('./try/try.tsx'),
  'promotion/head': () => import('./head.tsx'),
  'promotion/codes': () => import('./codes.tsx'),
  'promotion/order-codes': () => import('./order-codes.tsx'),
  'promotion/tools': () => import('./tools.tsx'),
}

/** Inputs of this plugin's fields. */
export const editors = {
  'promotion.actions': () => import('./rule/actions-input.tsx'),
  'promotion.conditions': () => import('./rule/conditions-input.tsx'),
}
